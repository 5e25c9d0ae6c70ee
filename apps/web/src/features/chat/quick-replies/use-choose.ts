import type { QuickReplyPart } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { toast } from '../../../ui/toasts.tsx';
import { type Insertion, requestInsertion } from '../place/insertion.ts';
import { countUse } from './commands.ts';
import { VARIABLE_TEXTS } from './texts.ts';
import { fillParts, missingIn, type Values } from './variables.ts';

/** Gives a reply to the composer. A reply with a variable that has no value is never sent at once. */
export function useChoose(id: ConversationId | null, values: Values) {
  const { t } = useTranslation('quickReplies');
  return (
    chosen: { readonly replyId: string | null; readonly parts: readonly QuickReplyPart[] },
    how: Insertion['how'],
    instead: Insertion['instead'] = null,
  ): void => {
    if (id === null) return;
    const missing = missingIn(chosen.parts, values);
    const isHeld = how === 'send' && missing.length > 0;
    if (isHeld) {
      const names = missing.map((variable) => t(VARIABLE_TEXTS[variable])).join(', ');
      toast('info', t('missing.notSent', { names }));
    }
    requestInsertion({ id, parts: fillParts(chosen.parts, values), how: isHeld ? 'insert' : how, instead });
    if (chosen.replyId !== null) void countUse(chosen.replyId);
  };
}
