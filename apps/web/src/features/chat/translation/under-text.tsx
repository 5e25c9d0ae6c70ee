import type { MessageView } from '@pasar/api';
import type { Author } from '@pasar/domain';
import { useReadable } from '../../../base/desk.tsx';
import { lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { incoming } from './incoming.ts';
import { needTranslateTexts } from './need-texts.ts';
import type { TranslatedTextProps } from './translated-text.tsx';

// Most texts are not translated, so the code is loaded with the first that is.
const TranslatedText = lazyScreen<TranslatedTextProps>(
  () => withTexts(needTranslateTexts, () => import('./translated-text.tsx').then((code) => code.TranslatedText)),
  { failed: () => null },
);

export interface UnderTextProps {
  readonly author: Author;
  readonly message: MessageView | null;
  /** What the member wrote, where the answer is its translation. */
  readonly original: string | null;
}

/** Under a buyer's text its translation, and under an answer that was translated what its member wrote. */
export function UnderText({ author, message, original }: UnderTextProps) {
  if (original !== null) return <TranslatedText kind="original" text={original} />;
  return author === 'buyer' && message !== null ? <UnderIncoming message={message} /> : null;
}

function UnderIncoming({ message: { messageId } }: { readonly message: MessageView }) {
  const { isOn, texts, again } = useReadable(incoming);
  const shown = isOn ? texts.get(messageId) : undefined;
  if (shown === undefined) return null;
  return shown.state === 'found' ? (
    <TranslatedText kind="translation" text={shown.text} />
  ) : (
    <TranslatedText kind="failed" refusal={shown.refusal} onAgain={() => again(messageId)} />
  );
}
