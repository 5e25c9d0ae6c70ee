import type { QuickReplyPart } from '@pasar/api';
import { useDesk } from '../../../base/desk.tsx';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { listText } from '../../../base/texts/list-text.ts';
import { toast } from '../../../ui/toasts.tsx';
import { openComposer } from '../place/open-composer.ts';
import { countUse } from './commands.ts';
import { type Chosen, takeReply } from './take-reply.ts';
import { VARIABLE_TEXTS } from './texts.ts';
import { fillParts, missingIn, type Values } from './variables.ts';

/** Gives a reply to the composer. A reply with a variable that has no value is never sent at once. */
export function useChoose(values: Values) {
  const { t } = useTranslation('quickReplies');
  const desk = useDesk();
  const locale = useLocale();
  return (
    reply: { readonly replyId: string | null; readonly parts: readonly QuickReplyPart[] },
    how: Chosen['how'],
    slash: Chosen['slash'] = null,
  ): void => {
    const composer = openComposer.get();
    if (composer === null) return;
    const missing = missingIn(reply.parts, values);
    const parts = fillParts(reply.parts, values);
    // A text that the composer would hold is put there, where its warnings are shown.
    const isWarned = parts.some((part) => part.kind === 'text' && composer.holds(part.text.trim()));
    const isHeld = how === 'send' && (missing.length > 0 || isWarned);
    if (how === 'send' && missing.length > 0) {
      const names = missing.map((variable) => t(VARIABLE_TEXTS[variable]));
      toast('info', t('missing.notSent', { names: listText(names, locale) }));
    }
    void takeReply({ parts, how: isHeld ? 'insert' : how, slash }, composer, desk, t);
    if (reply.replyId !== null) void countUse(reply.replyId);
  };
}
