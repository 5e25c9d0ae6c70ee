import { describe, expect, it } from 'vitest';
import { aConversation, textIn, uuid } from '../testing/builders.ts';
import { createMemoryStorage } from '../testing/memory-storage.ts';
import { createDrafts } from './drafts.ts';
import { createPendingStorage, type PendingSend } from './pending-send.ts';

const pending = (number: number): PendingSend => ({
  clientId: uuid('9', number),
  conversationId: aConversation(1, 1).conversationId,
  shopId: aConversation(1, 1).shopId,
  content: { type: 'text', text: `text ${number}` },
  quote: null,
  original: `written ${number}`,
  keptVideoId: null,
  createdAt: 1_000 - number,
  anchorPosition: null,
  phase: { state: 'posting' },
});

const ALONE = { onWritten: () => {}, onLeft: () => {}, onCleared: () => {} };

describe('stored texts and drafts', () => {
  it('P6: unsent texts come back in the order they were written, to be posted again', () => {
    const storage = createMemoryStorage();
    const first = createPendingStorage(storage, 'me');
    first.save(pending(1));
    first.save(pending(2));
    first.save(pending(3));
    first.remove(pending(2).clientId);
    const found = createPendingStorage(storage, 'me').load();
    expect(found.map(textIn)).toEqual(['text 3', 'text 1']);
    expect(found[0]?.original).toBe('written 3');
    expect(found[0]?.phase).toEqual({ state: 'queued' });
  });

  it('P6: a text and a picture that an earlier version stored come back', () => {
    const storage = createMemoryStorage();
    const { phase: _, content: __, ...rest } = pending(1);
    const image = { fileName: 'a.png', type: 'image/png', width: 3, height: null };
    storage.setItem(`pasar.pending.me.${rest.clientId}`, JSON.stringify({ ...rest, text: 'older', image: null }));
    const other = { ...rest, clientId: uuid('9', 2), createdAt: 2_000 };
    storage.setItem(`pasar.pending.me.${other.clientId}`, JSON.stringify({ ...other, text: '', image }));
    expect(createPendingStorage(storage, 'me').load()).toEqual([
      { ...rest, content: { type: 'text', text: 'older' }, phase: { state: 'queued' } },
      { ...other, content: { type: 'image', image }, phase: { state: 'queued' } },
    ]);
  });

  it('P6: another member of the same browser sees neither texts nor drafts', () => {
    const storage = createMemoryStorage();
    createPendingStorage(storage, 'me').save(pending(1));
    createDrafts(storage, 'me', ALONE).set('c', 'half a sentence');
    expect(createPendingStorage(storage, 'you').load()).toEqual([]);
    expect(createDrafts(storage, 'you', ALONE).get().size).toBe(0);
  });

  it('P6: an unreadable entry is deleted, so that the next start does not find it', () => {
    const storage = createMemoryStorage();
    storage.setItem('pasar.pending.me.x', '{"clientId":');
    storage.setItem('pasar.pending.me.y', '{"clientId":"y"}');
    expect(createPendingStorage(storage, 'me').load()).toEqual([]);
    expect(storage.length).toBe(0);
  });

  it('P6: drafts are cleared for the member alone', () => {
    const storage = createMemoryStorage();
    const drafts = createDrafts(storage, 'me', ALONE);
    drafts.set('a', 'one');
    createDrafts(storage, 'you', ALONE).set('a', 'two');
    drafts.clear();
    expect(drafts.get().size).toBe(0);
    expect(createDrafts(storage, 'me', ALONE).get().size).toBe(0);
    expect(createDrafts(storage, 'you', ALONE).get()).toEqual(new Map([['a', 'two']]));
  });

  it('P6: a full storage is reported, not thrown', () => {
    const storage = createMemoryStorage();
    storage.isFull = true;
    expect(createPendingStorage(storage, 'me').save(pending(1))).toBe(false);
    const drafts = createDrafts(storage, 'me', ALONE);
    drafts.set('c', 'kept in the window');
    expect(drafts.get().get('c')).toBe('kept in the window');
  });

  it('P6: drafts come back by conversation; an empty draft is deleted', () => {
    const storage = createMemoryStorage();
    const drafts = createDrafts(storage, 'me', ALONE);
    drafts.set('a', 'one');
    drafts.set('b', 'two');
    drafts.set('a', '');
    expect(createDrafts(storage, 'me', ALONE).get()).toEqual(new Map([['b', 'two']]));
    expect(storage.length).toBe(1);
  });
});
