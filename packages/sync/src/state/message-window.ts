import type { MessageView } from '@pasar/api';
import { comparePositions, type Position } from '@pasar/domain';
import type { MessageWindow, Older } from './desk-state.ts';

/** Oldest first; the id decides between equal positions, so that every client has the same order. */
export function compareMessages(left: MessageView, right: MessageView): number {
  return (
    comparePositions(left.position, right.position) ||
    (left.messageId < right.messageId ? -1 : left.messageId > right.messageId ? 1 : 0)
  );
}

/** A page of messages from the server, newest first, as the contract says. */
export interface MessagePage {
  readonly messages: readonly MessageView[];
  readonly older: 'yes' | 'no' | 'fetching';
}

/** The messages of a window; none while it loads. */
export const messagesOf = (window: MessageWindow | undefined): readonly MessageView[] =>
  window !== undefined && 'messages' in window ? window.messages : NONE;
const NONE: readonly MessageView[] = [];

/**
 * Adds one message from the stream. A window that holds every message of the server (`no`, `fetching`) takes older
 * messages, too. Otherwise a message older than the window waits for its page, because others may lie in between.
 */
export function withMessage(window: MessageWindow | undefined, message: MessageView): MessageWindow | undefined {
  if (window === undefined || !('messages' in window)) return window;
  const { messages } = window;
  const known = messages.findLastIndex((item) => item.messageId === message.messageId);
  if (known >= 0) {
    const kept = messages.toSpliced(known, 1);
    return { ...window, messages: insertSorted(kept, message) };
  }
  const oldest = messages[0];
  const isBelow = oldest !== undefined && compareMessages(message, oldest) < 0;
  if (isBelow && window.older !== 'no' && window.older !== 'fetching') return window;
  return { ...window, messages: insertSorted(messages, message) };
}

function insertSorted(messages: readonly MessageView[], message: MessageView): readonly MessageView[] {
  let index = messages.length;
  // Searched from the end, because a new message nearly always belongs there.
  while (index > 0) {
    const before = messages[index - 1];
    if (before === undefined || compareMessages(before, message) <= 0) break;
    index -= 1;
  }
  return messages.toSpliced(index, 0, message);
}

/**
 * Merges the newest page, at first or after missed changes. Older messages stay if the page adjoins them without a gap.
 */
export function withNewestPage(window: MessageWindow | undefined, page: MessagePage): MessageWindow {
  const messages = page.messages.toSorted(compareMessages);
  const oldest = messages[0];
  const held = messagesOf(window);
  const knownTo = window?.state === 'stale' ? window.knownTo : (held.at(-1)?.position ?? null);
  const isAdjoining = oldest !== undefined && knownTo !== null && comparePositions(knownTo, oldest.position) >= 0;
  if (!isAdjoining || window === undefined || !('messages' in window)) {
    return { state: 'loaded', messages, older: page.older };
  }
  const kept = held.filter((message) => comparePositions(message.position, oldest.position) < 0);
  if (kept.length === 0) return { state: 'loaded', messages, older: page.older };
  const inPage = new Set(messages.map((message) => message.messageId));
  const older: Older = window.older === 'asking' ? 'yes' : window.older;
  return {
    state: 'loaded',
    messages: [...kept.filter((message) => !inPage.has(message.messageId)), ...messages],
    older,
  };
}

/** Merges the page before `before`, if the window still begins there. */
export function withOlderPage(
  window: MessageWindow | undefined,
  before: Position | null,
  page: MessagePage,
): MessageWindow | undefined {
  if (window === undefined || window.state !== 'loaded') return window;
  const oldest = window.messages[0]?.position ?? null;
  // The stream may have added older messages during the call: they are below `before`, so the page overlaps them.
  if (before !== null && (oldest === null || comparePositions(oldest, before) > 0)) return window;
  const byId = new Map([...page.messages, ...window.messages].map((message) => [message.messageId, message]));
  return { state: 'loaded', messages: [...byId.values()].sort(compareMessages), older: page.older };
}

/** The window after missed changes: there may be a gap after its newest message. */
export function asStale(window: MessageWindow): MessageWindow | undefined {
  if (window.state === 'stale') return window;
  if (window.state !== 'loaded') return undefined;
  return { ...window, state: 'stale', knownTo: window.messages.at(-1)?.position ?? null };
}

export function withOlder(window: MessageWindow | undefined, older: Older): MessageWindow | undefined {
  return window !== undefined && 'messages' in window && window.older !== older ? { ...window, older } : window;
}
