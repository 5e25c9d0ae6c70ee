import { lazyScreen } from '../../../base/lazy-screen.tsx';
import type { LinkedTextProps } from './text-with-parts.tsx';

/** A text without these cannot hold an address or an order number, and most texts do not. */
const CANDIDATE = /\.\S|:\/\/|\d{6}/;

const plain = ({ text }: LinkedTextProps) => text;
/** Finds addresses with a library that is loaded with the first text that may hold one; until then a text is plain. */
const TextWithParts = lazyScreen<LinkedTextProps>(
  () => import('./text-with-parts.tsx').then(({ TextWithParts }) => TextWithParts),
  { coming: plain, failed: plain },
);

/** The words of a message: text nodes, with links and order numbers where there are any. */
export const LinkedText = ({ text }: LinkedTextProps) => (CANDIDATE.test(text) ? <TextWithParts text={text} /> : text);
