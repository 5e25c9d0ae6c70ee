import { CALLS, quickReplyMediaPath } from '@pasar/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PNG } from './harness/picture-connector.ts';
import {
  ask,
  codeOf,
  makeGroup,
  makeReply,
  openReplyWorld,
  type ReplyWorld,
  shopIdOf,
  text,
  titlesOf,
} from './harness/quick-replies.ts';
import type { Visitor } from './harness/web.ts';

const { quickReplies } = CALLS;

let world: ReplyWorld;
beforeAll(async () => {
  world = await openReplyWorld();
});
afterAll(() => world.close());
beforeEach(() => world.empty());

describe('groups and replies', () => {
  test('are made, changed and deleted, and every member uses the shared ones', async () => {
    const { main, reader } = world;
    const groupId = await makeGroup(main, 'Greetings');
    const made = await makeReply(main, groupId, {
      title: 'Hello',
      parts: [text('Hello {buyer}'), text('How can I help?')],
      variants: [{ language: 'th', parts: [text('สวัสดีค่ะ')] }],
      sites: [{ platform: 'shopee', country: 'SG' }],
    });
    expect((await ask(reader, quickReplies.getContentList)).replies).toEqual([made]);
    expect((await ask(reader, quickReplies.getGroupList)).groups).toEqual([
      { groupId, name: 'Greetings', isPersonal: false },
    ]);
    const { replyId } = made;
    await makeReply(main, groupId, { replyId, title: 'Hi', parts: [text('Hi')] });
    expect((await ask(reader, quickReplies.getContentList)).replies).toMatchObject([
      { replyId, title: 'Hi', variants: [], sites: [] },
    ]);
    await ask(main, quickReplies.saveGroup, { groupId, name: 'First words' });
    expect((await ask(reader, quickReplies.getGroupList)).groups).toMatchObject([{ name: 'First words' }]);
    await ask(main, quickReplies.deleteContent, { replyId });
    expect(await titlesOf(reader)).toEqual([]);
    await makeReply(main, groupId);
    await ask(main, quickReplies.deleteGroup, { groupId });
    expect(await titlesOf(reader)).toEqual([]);
  });

  test('need a name and a content, and say which limit they pass', async () => {
    const { main } = world;
    const groupId = await makeGroup(main, 'Greetings');
    const saving = (more: object) => codeOf(main, quickReplies.saveContent, { groupId, parts: [text('x')], ...more });
    expect(await codeOf(main, quickReplies.saveGroup, { name: ' ' })).toBe('quick_reply_group_required');
    expect(await saving({ parts: [] })).toBe('content_empty');
    expect(await saving({ parts: [text(' \n')] })).toBe('content_empty');
    expect(await saving({ parts: [text('x'.repeat(2_001))] })).toBe('content_too_long');
    expect(await saving({ parts: Array.from({ length: 10 }, () => text('x')) })).toBe('quick_reply_parts_too_many');
    const twice = { language: 'th', parts: [text('x')] };
    expect(await saving({ variants: [twice, twice] })).toBe('invalid_request');
    expect(await saving({ parts: [text('a\0b')] })).toBe('text_unstorable');
    expect(await titlesOf(main)).toEqual([]);
  });

  test('without a title are found by the beginning of what they say', async () => {
    const { ours, main } = world;
    const groupId = await makeGroup(main, 'Greetings');
    await makeReply(main, groupId, { parts: [text('\n Good morning \nWe open at nine')] });
    await makeReply(main, groupId, {
      parts: [{ kind: 'product', shopId: shopIdOf(ours, '11'), itemId: '7', title: 'Mug' }],
    });
    expect(await titlesOf(main)).toEqual(['Good morning', 'Mug']);
  });

  test('are counted for the member who uses them', async () => {
    const { main, sub } = world;
    const groupId = await makeGroup(main, 'Greetings');
    const { replyId } = await makeReply(main, groupId);
    await ask(sub, quickReplies.countUse, { replyId });
    await ask(sub, quickReplies.countUse, { replyId });
    expect((await ask(sub, quickReplies.getContentList)).replies).toMatchObject([{ useCount: 2 }]);
    expect((await ask(main, quickReplies.getContentList)).replies).toMatchObject([{ useCount: 0 }]);
  });

  test('are switched off for each marketplace', async () => {
    const { main, reader, stranger } = world;
    const all = { isEnable: true, isLazadaEnable: true, isTiktokEnable: true };
    expect(await ask(reader, quickReplies.getConfig)).toEqual(all);
    await ask(main, quickReplies.setIsEnable, { isEnable: 0 });
    await ask(main, quickReplies.setIsLazadaEnable, { isEnable: false });
    await ask(main, quickReplies.setIsEnable, { isEnable: false, platform: 'tiktok' });
    await ask(main, quickReplies.setIsEnable, { isEnable: true });
    expect(await ask(reader, quickReplies.getConfig)).toEqual({ ...all, isLazadaEnable: false, isTiktokEnable: false });
    expect(await ask(stranger, quickReplies.getConfig)).toEqual(all);
  });
});

describe('pictures of replies', () => {
  const file = PNG.toString('base64');
  const partOf = ({ pictureId, width, height }: { pictureId: string; width: number; height: number }) => ({
    kind: 'image',
    pictureId,
    fileName: 'a.png',
    type: 'image/png',
    width,
    height,
  });
  const get = (who: Visitor, pictureId: string) =>
    fetch(`${world.web.origin}${quickReplyMediaPath(pictureId)}`, { headers: { cookie: who.cookie } });

  test('are shown to those who see the reply, and deleted with their part', async () => {
    const { main, reader, stranger } = world;
    const groupId = await makeGroup(main, 'Greetings');
    const saved = await ask(main, quickReplies.savePicture, { type: 'image/png', file });
    expect((await get(reader, saved.pictureId)).status).toBe(404);
    const { replyId } = await makeReply(main, groupId, { parts: [partOf(saved)] });
    const shown = await get(reader, saved.pictureId);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG);
    expect((await get(stranger, saved.pictureId)).status).toBe(404);
    await makeReply(main, groupId, { replyId, parts: [text('no picture')] });
    expect((await get(main, saved.pictureId)).status).toBe(404);
  });

  test('that are no pictures are refused', async () => {
    const { main } = world;
    const script = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
    expect(await codeOf(main, quickReplies.savePicture, { type: 'image/png', file: script })).toBe('file_unsupported');
  });
});

describe('the shortcuts of a marketplace', () => {
  const groups = [{ groupId: 'g', name: 'Greetings', replies: [{ replyId: '1', text: 'Hello' }] }];
  const kept = (more: object = {}) => ({ shortcutId: '1', group: 'Greetings', text: 'Hi', baseText: 'Hello', ...more });

  test('are read from it; a change is kept here, and a conflict is shown', async () => {
    const { ours, sub, reader } = world;
    world.shortcutsThere = { ok: true, value: groups } as ReplyWorld['shortcutsThere'];
    const shopId = shopIdOf(ours, '11');
    const read = () => ask(reader, quickReplies.getShortcuts, { shopId });
    expect(await read()).toMatchObject({ refusal: null, shortcuts: [{ text: 'Hello', state: 'same' }] });
    await ask(sub, quickReplies.saveShopeeShortcuts, { shopId, shortcuts: [kept()] });
    expect(await read()).toMatchObject({ shortcuts: [{ text: 'Hi', theirText: 'Hello', state: 'kept' }] });
    const changed = [{ ...groups[0], replies: [{ replyId: '1', text: 'Hello there' }] }];
    world.shortcutsThere = { ok: true, value: changed } as ReplyWorld['shortcutsThere'];
    expect(await read()).toMatchObject({ shortcuts: [{ text: 'Hi', theirText: 'Hello there', state: 'conflict' }] });
    world.shortcutsThere = null;
    expect(await read()).toMatchObject({ refusal: { reason: expect.any(String) }, shortcuts: [{ text: 'Hi' }] });
    await ask(sub, quickReplies.saveShopeeShortcuts, { shopId, shortcuts: [] });
    expect((await read()).shortcuts).toEqual([]);
  });

  test('are at most 20 in a group, and belong to a shop of that marketplace', async () => {
    const { ours, main } = world;
    const shopId = shopIdOf(ours, '11');
    const many = Array.from({ length: 21 }, () => kept({ shortcutId: null, baseText: null }));
    expect(await codeOf(main, quickReplies.saveShopeeShortcuts, { shopId, shortcuts: many })).toBe(
      'shortcuts_too_many',
    );
    expect(await codeOf(main, quickReplies.saveLazadaShortcuts, { shopId, shortcuts: [] })).toBe('not_found');
  });
});

describe('a workbook', () => {
  const csv = (...rows: readonly (readonly string[])[]) =>
    Buffer.from(rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')).toString(
      'base64',
    );
  const HEAD = ['Group', 'Title', 'Text', 'Language', 'Sites', 'Shops'];

  test('adds replies with their languages, and names the rows that it refuses', async () => {
    const { ours, main } = world;
    const file = csv(
      HEAD,
      ['Greetings', 'Hello', 'Hello\n---\nHow can I help?', '', 'Shopee SG', 'shop 11'],
      ['Greetings', 'Hello', 'สวัสดีค่ะ', 'th', '', ''],
      ['Greetings', '', '', '', '', ''],
      ['Greetings', 'x', 'y', '', '', 'shop 99'],
    );
    const taken = await ask(main, quickReplies.importContents, { file });
    expect(taken).toMatchObject({
      added: 1,
      changed: 0,
      refused: [
        { rowNumber: 4, reason: 'quick_reply_row_incomplete', why: 'The group or the text is missing.' },
        { rowNumber: 5, reason: 'quick_reply_shop_unknown' },
      ],
    });
    expect((await ask(main, quickReplies.getContentList)).replies).toMatchObject([
      {
        title: 'Hello',
        parts: [text('Hello'), text('How can I help?')],
        variants: [{ language: 'th', parts: [text('สวัสดีค่ะ')] }],
        sites: [{ platform: 'shopee', country: 'SG' }],
        shopIds: [shopIdOf(ours, '11')],
      },
    ]);
  });

  test('that was exported changes nothing when it is imported, formulas included', async () => {
    const { ours, main } = world;
    const groupId = await makeGroup(main, 'Greetings');
    await makeReply(main, groupId, {
      title: '=1+1',
      parts: [
        text('=HYPERLINK("https://evil.example")'),
        { kind: 'product', shopId: shopIdOf(ours, '11'), itemId: '7', title: 'Mug' },
      ],
      variants: [{ language: 'zh-Hant', parts: [text('您好')] }],
      shopIds: [shopIdOf(ours, '11'), shopIdOf(ours, '12')],
    });
    await makeReply(main, await makeGroup(main, 'Mine', true), { title: 'Personal' });
    const before = (await ask(main, quickReplies.getContentList)).replies;
    const { file } = await ask(main, quickReplies.exportContents, {});
    expect(await ask(main, quickReplies.importContents, { file })).toEqual({ added: 0, changed: 2, refused: [] });
    expect((await ask(main, quickReplies.getContentList)).replies).toEqual(before);
  });

  test('has no limit of 20 or of 500 rows', async () => {
    const { main } = world;
    const rows = Array.from({ length: 5_100 }, (_, number) => ['Greetings', `Reply ${number}`, 'Hello', '', '', '']);
    expect(await ask(main, quickReplies.importContents, { file: csv(HEAD, ...rows) })).toMatchObject({ added: 5_100 });
    expect((await ask(main, quickReplies.getContentList)).replies).toHaveLength(5_100);
  });

  test('is refused as a whole where it has no such columns, and without replies is an empty form', async () => {
    const { main } = world;
    const wrong = csv(['Site', 'Account'], ['a', 'b']);
    expect(await codeOf(main, quickReplies.importContents, { file: wrong })).toBe('quick_reply_columns_missing');
    const { file } = await ask(main, quickReplies.exportContents, {});
    expect(await codeOf(main, quickReplies.importContents, { file })).toBe('quick_reply_file_empty');
  });
});
