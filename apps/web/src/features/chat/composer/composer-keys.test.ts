import { describe, expect, it } from 'vitest';
import { composerKey, type KeyPress } from './composer-keys.ts';

const press = (key: string, over: Partial<KeyPress> = {}): KeyPress => ({
  key,
  isComposing: false,
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  isEmpty: false,
  sendingKey: 'enter',
  ...over,
});

describe('keys of the composer', () => {
  it('Enter sends, Ctrl+Enter starts a new line, Shift+Enter too', () => {
    expect(composerKey(press('Enter'))).toBe('send');
    expect(composerKey(press('Enter', { ctrlKey: true }))).toBe('newline');
    expect(composerKey(press('Enter', { shiftKey: true }))).toBe('plainNewline');
    expect(composerKey(press('Escape'))).toBe('leave');
    expect(composerKey(press('a'))).toBe('other');
    expect(composerKey(press('e'))).toBe('other');
    expect(composerKey(press('e', { ctrlKey: true }))).toBe('emoji');
    expect(composerKey(press('E', { ctrlKey: true }))).toBe('emoji');
    expect(composerKey(press('e', { ctrlKey: true, altKey: true }))).toBe('other');
  });

  it('a member may send with Ctrl+Enter instead: Enter then starts a new line', () => {
    const sendingKey = 'ctrlEnter';
    expect(composerKey(press('Enter', { sendingKey }))).toBe('plainNewline');
    expect(composerKey(press('Enter', { sendingKey, shiftKey: true }))).toBe('plainNewline');
    expect(composerKey(press('Enter', { sendingKey, ctrlKey: true }))).toBe('send');
    expect(composerKey(press('Enter', { sendingKey, ctrlKey: true, isComposing: true }))).toBe('other');
  });

  it('the up arrow leads to the messages only where there is no text to move in', () => {
    expect(composerKey(press('ArrowUp', { isEmpty: true }))).toBe('messages');
    expect(composerKey(press('ArrowUp'))).toBe('other');
    expect(composerKey(press('ArrowUp', { isEmpty: true, shiftKey: true }))).toBe('other');
    expect(composerKey(press('ArrowUp', { isEmpty: true, altKey: true }))).toBe('other');
  });

  it('the Enter of an input method chooses its word and never sends', () => {
    for (const over of [{}, { ctrlKey: true }, { shiftKey: true }]) {
      expect(composerKey(press('Enter', { isComposing: true, ...over }))).toBe('other');
    }
    expect(composerKey(press('Escape', { isComposing: true }))).toBe('other');
  });
});
