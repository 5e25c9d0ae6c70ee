import type { SendingKey } from '@pasar/domain';

/**
 * What a key means in the composer (spec 1 §2: Enter sends, Ctrl+Enter inserts a newline; ours: Shift+Enter, Ctrl+E for
 * the emoji, and that a member may send with Ctrl+Enter instead).
 */
export type ComposerKey = 'send' | 'newline' | 'plainNewline' | 'leave' | 'messages' | 'emoji' | 'other';

export interface KeyPress {
  readonly key: string;
  /** An input method is composing a word: Enter then chooses the word and must not send. */
  readonly isComposing: boolean;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly isEmpty: boolean;
  readonly sendingKey: SendingKey;
}

export function composerKey(press: KeyPress): ComposerKey {
  if (press.isComposing || press.altKey) return 'other';
  if (press.key === 'Escape') return 'leave';
  if (press.key === 'ArrowUp' && press.isEmpty && !press.ctrlKey && !press.shiftKey) return 'messages';
  if (press.key.toLowerCase() === 'e' && press.ctrlKey && !press.shiftKey) return 'emoji';
  if (press.key !== 'Enter') return 'other';
  if (press.sendingKey === 'ctrlEnter') return press.ctrlKey ? 'send' : 'plainNewline';
  if (press.ctrlKey) return 'newline';
  return press.shiftKey ? 'plainNewline' : 'send';
}
