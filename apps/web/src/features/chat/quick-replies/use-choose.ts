import type { QuickReplyPart, ShopView } from '@pasar/api';
import { useDesk } from '../../../base/desk.tsx';
import { VARIABLE_TEXTS } from '../../../base/parts/texts.ts';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { listText } from '../../../base/texts/list-text.ts';
import { toast } from '../../../ui/toasts.tsx';
import { useGuardWords } from '../guard/guard-words.ts';
import { openComposer } from '../place/open-composer.ts';
import { countUse } from './commands.ts';
import { type Chosen, takeReply } from './take-reply.ts';
import { fillParts, missingIn, type Values } from './variables.ts';

/** Gives a reply to the composer. A reply with a variable that has no value is never sent at once. */
export function useChoose(values: Values, shop: ShopView | null) {
  const { t } = useTranslation('quickReplies');
  const { t: ofParts } = useTranslation('parts');
  const desk = useDesk();
  const locale = useLocale();
  const words = useGuardWords(shop);
  return (
    reply: { readonly replyId: string | null; readonly parts: readonly QuickReplyPart[] },
    how: Chosen['how'],
    slash: Chosen['slash'] = null,
  ): void => {
    const composer = openComposer.get();
    if (composer === null) return;
    const missing = missingIn(reply.parts, values);
    const parts = fillParts(reply.parts, values);
    const isHeld = how === 'send' && missing.length > 0;
    if (isHeld) {
      const names = missing.map((variable) => ofParts(VARIABLE_TEXTS[variable]));
      toast('info', t('missing.notSent', { names: listText(names, locale) }));
    }
    void takeReply({ parts, how: isHeld ? 'insert' : how, slash, words }, composer, desk, { t, ofParts });
    if (reply.replyId !== null) void countUse(reply.replyId);
  };
}
