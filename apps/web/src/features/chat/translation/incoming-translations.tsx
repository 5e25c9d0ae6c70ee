import { type ConversationId, isTranslated, languageOfLocale } from '@pasar/domain';
import { messagesOf } from '@pasar/sync';
import { useEffect, useMemo, useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { useLocale } from '../../../base/texts/i18n.ts';
import { SWITCHES } from './look-ups.ts';
import { TranslateIncoming } from './translate-incoming.ts';

/** Has the buyer's texts of a conversation translated while its switch is on. Draws nothing: the bubbles do. */
export function IncomingTranslations({ id }: { readonly id: ConversationId }) {
  const looked = useLookUp(SWITCHES, { conversationId: id });
  const known = looked.state === 'found' || looked.state === 'stale' ? looked.data : null;
  const isOn = known !== null && isTranslated(known.switches);
  const language = languageOfLocale(useLocale());
  const window = useDeskState((state) => state.windows.get(id));
  const wanted = useMemo(
    () =>
      (isOn ? messagesOf(window) : [])
        .filter(
          ({ author, content, status }) => author === 'buyer' && content.type === 'text' && status === 'available',
        )
        .map(({ messageId }) => messageId)
        .toReversed(),
    [isOn, window],
  );
  const [translating, setTranslating] = useState<TranslateIncoming | null>(null);
  useEffect(() => {
    if (!isOn) return;
    const made = new TranslateIncoming(id, language);
    setTranslating(made);
    return () => {
      made.end();
      setTranslating(null);
    };
  }, [id, isOn, language]);
  useEffect(() => translating?.want(wanted), [translating, wanted]);
  return null;
}
