import { CALLS, remarkMediaPath } from '@pasar/api';
import { REMARK_LIMITS } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, codeOf } from './harness/assignment-team.ts';
import { JPEG, PNG } from './harness/picture-connector.ts';
import { openRemarkTeam, type RemarkTeam } from './harness/remark-team.ts';
import type { Visitor } from './harness/web.ts';

const { remarks } = CALLS;
let main: Visitor;
let suda: Visitor;
let otto: Visitor;
let chatter: Visitor;
let stranger: Visitor;
let about: RemarkTeam['about'];
let add: RemarkTeam['add'];
let team: RemarkTeam;
beforeAll(async () => {
  team = await openRemarkTeam();
  ({ main, suda, otto, chatter, stranger, about, add } = team);
});
beforeEach(() => team.clear());
afterAll(() => team.close());

const listed = async (who: Visitor) => (await ask(who, remarks.getRemarkList)).remarks.map(({ content }) => content);

describe('pictures', () => {
  const store = async (who: Visitor, bytes: Buffer = PNG, type = 'image/png') =>
    (await ask(who, remarks.saveRemarkPicture, { type, file: bytes.toString('base64') })).pictureId;
  const get = (who: Visitor, pictureId: string) =>
    fetch(`${team.web.origin}${remarkMediaPath(pictureId)}`, { headers: { cookie: who.cookie } });

  test('come with their remark in their order, are shown to those who see it, and go with it', async () => {
    const [png, jpg] = [await store(suda), await store(suda, JPEG, 'image/jpeg')];
    expect((await get(main, png)).status).toBe(404);
    expect((await get(suda, png)).status).toBe(200);
    const remarkId = await add(suda, 'ours 11', { pictureIds: [jpg, png] });
    expect((await ask(main, remarks.getRemarkList)).remarks[0]?.pictureIds).toEqual([jpg, png]);
    const shown = await get(main, jpg);
    expect(shown.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(JPEG);
    for (const who of [otto, stranger]) expect((await get(who, jpg)).status).toBe(404);
    expect((await get(chatter, jpg)).status).toBe(403);
    await ask(main, remarks.deleteRemarks, { remarkIds: [remarkId] });
    expect((await get(main, jpg)).status).toBe(404);
  });

  test('that cannot be stored are refused by name, and the remark is added without them', async () => {
    const refused = (bytes: Buffer, type = 'image/png') =>
      codeOf(suda, remarks.saveRemarkPicture, { type, file: bytes.toString('base64') });
    expect(await refused(Buffer.alloc(REMARK_LIMITS.pictureBytes + 1))).toBe('file_too_large');
    expect(await refused(Buffer.from('<svg onload="alert(1)"/>'))).toBe('file_unsupported');
    expect(await refused(PNG.subarray(0, -20))).toBe('image_data_missing');
    expect(await codeOf(suda, remarks.saveRemarkPicture, { type: 'image/gif', file: '' })).toBe('invalid_request');
    await add(suda, 'ours 11');
    expect(await listed(suda)).toHaveLength(1);
  });

  test('of another member, of another remark, and those that are gone are taken for no remark', async () => {
    const mine = await store(suda);
    const taking = (who: Visitor, place: string, pictureId: string) =>
      codeOf(who, remarks.addBuyerRemark, about(place, { pictureIds: [pictureId] }));
    expect(await taking(main, 'ours 11', mine)).toBe('remark_picture_lost');
    expect(await taking(stranger, 'theirs 11', mine)).toBe('remark_picture_lost');
    expect(await taking(suda, 'ours 11', crypto.randomUUID())).toBe('remark_picture_lost');
    expect(await listed(main)).toEqual([]);
    expect(await taking(suda, 'ours 11', mine)).toBe('success');
    expect(await taking(suda, 'ours 11', mine)).toBe('remark_picture_lost');
  });

  test('that no remark took are 20 of a member, of which the oldest go first', async () => {
    const taken = await store(suda);
    await add(suda, 'ours 11', { pictureIds: [taken] });
    const old = await store(suda);
    const others = await store(main);
    const stored: string[] = [];
    for (let n = 1; n < REMARK_LIMITS.unclaimed; n += 1) stored.push(await store(suda));
    const held = async () => {
      const found = await team.database.owner.query<{ id: string }>(
        'select picture_id as id from remark_picture where member_id = $1',
        [team.members.get('Suda')],
      );
      return found.rows.map(({ id }) => id).sort();
    };
    expect(await held()).toEqual([old, ...stored].sort());
    const more = await Promise.all([store(suda), store(suda), store(suda)]);
    expect(await held()).toEqual([...stored.slice(2), ...more].sort());
    expect((await get(suda, taken)).status).toBe(200);
    expect((await get(main, others)).status).toBe(200);
    const lost = about('ours 11', { pictureIds: [old] });
    expect(await codeOf(suda, remarks.addBuyerRemark, lost)).toBe('remark_picture_lost');
  });

  test('of a remark outlive their member', async () => {
    const kept = await store(suda);
    await add(suda, 'ours 11', { pictureIds: [kept] });
    const owned = await team.database.owner.query('select member_id from remark_picture where picture_id = $1', [kept]);
    expect(owned.rows).toEqual([{ member_id: null }]);
  });
});
