import { automaticMediaPath, CALLS, deliveryMediaPath, type KeywordRuleView } from '@pasar/api';
import { AUTO_REPLY_LIMITS, REPLY_VIDEO_LIMITS, SCREEN_LIMITS } from '@pasar/domain';
import { sampleVideoOf } from '@pasar/simulator';
import { afterEach, describe, expect, test } from 'vitest';
import { answerOf, shopsOfEachTest } from './harness/auto-reply.ts';
import { JPEG, PictureConnector } from './harness/picture-connector.ts';
import { ask, codeOf, makeAnswerVideo } from './harness/quick-replies.ts';
import { openRunner } from './harness/runner.ts';
import type { Visitor } from './harness/web.ts';

const { autoReply, automation } = CALLS;
const PART = SCREEN_LIMITS.videoPartBytes;
const MINUTE = 60_000;
const PATIENT = { timeout: 15_000, interval: 20 };
/** Two parts, the last of which is short. */
const FILM = sampleVideoOf(PART + 1_000);
const HERE = { platform: 'shopee', country: 'SG' } as const;

const of = shopsOfEachTest();
const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

const rows = async (statement: string, ...values: unknown[]) =>
  (await of.database.owner.query(statement, [of.shops.tenant.accountId, ...values])).rows;
/** The numbers of videos and of parts that the account keeps. */
const kept = async () => {
  const [row] = await rows(
    `select (select count(*)::int from automatic_video where account_id = $1) as videos,
       (select count(*)::int from automatic_video_part where account_id = $1) as parts`,
  );
  return [row.videos, row.parts];
};
const cover = (who: Visitor, path: string) => fetch(`${who.origin}${path}`, { headers: { cookie: who.cookie } });
const save = (parts: readonly object[], more: object = {}) =>
  ask(of.shops.main, autoReply.saveReplyKeywordSetting, {
    ...HERE,
    keyword: 'fitting',
    content: { parts, variants: [] },
    ...more,
  } as never);
const remove = (...keywordIds: string[]) => ask(of.shops.main, autoReply.delReplyKeywordSetting, { keywordIds });
const turnOn = (platform: 'shopee' | 'lazada' = 'shopee') =>
  ask(of.shops.main, autoReply.saveReplySettingList, {
    platform,
    list: [{ country: 'SG', is_lazada_keyword_auto_reply: true, lazada_keyword_reply_delay: 0 }],
  });
const contents = async () =>
  (await rows('select content from delivery where account_id = $1 order by created_at')).map(({ content }) => content);
const text = (words: string) => ({ kind: 'text' as const, text: words });

describe('a video of an automatic answer', () => {
  test('comes in parts, belongs to its rule, and goes with it', async () => {
    const { main, anna } = of.shops;
    const clientId = crypto.randomUUID();
    const video = { fileName: 'a.mp4', bytes: FILM.length, width: 320, height: 180, durationSeconds: null };
    const begin = () => ask(main, automation.beginAutomaticVideo, { clientId, video });
    expect(await begin()).toEqual({ received: 0 });
    const damaged = { clientId, offset: 0, part: Buffer.from(FILM.subarray(0, PART)).toString('base64'), checksum: 1 };
    expect(await ask(main, automation.putAutomaticVideoPart, damaged)).toEqual({ received: 0 });
    expect(await codeOf(main, automation.putAutomaticVideoPart, { ...damaged, offset: 7 })).toBe('invalid_request');
    expect(await codeOf(main, automation.endAutomaticVideo, { clientId })).toBe('invalid_request');
    expect(await begin()).toEqual({ received: 0 });

    const part = await makeAnswerVideo(main, FILM);
    const { keywordId } = await save([part]);
    for (const who of [main, anna]) {
      const shown = await cover(who, automaticMediaPath(part.videoId));
      expect([shown.status, Buffer.from(await shown.arrayBuffer())]).toEqual([200, JPEG]);
    }
    await save([text('Look:'), part], { keywordId });
    expect(await kept()).toEqual([2, 2]);
    await save([text('no film')], { keywordId });
    expect(await kept()).toEqual([1, 0]);
    const other = await makeAnswerVideo(main, FILM);
    await save([text('no film')], {
      keywordId,
      content: { parts: [text('a')], variants: [{ language: 'th', parts: [other] }] },
    });
    expect(await kept()).toEqual([2, 2]);
    await remove(keywordId);
    expect(await kept()).toEqual([1, 0]);
  });

  test('is refused where it is too large, one too many, or not free', async () => {
    const { main, anna } = of.shops;
    const video = { fileName: 'a.mp4', bytes: 9_000, width: null, height: null, durationSeconds: null };
    const begin = (who: Visitor, more: object = {}) =>
      codeOf(who, automation.beginAutomaticVideo, { clientId: crypto.randomUUID(), video: { ...video, ...more } });
    expect(await begin(anna)).toBe('no_permission');
    expect(await begin(main, { bytes: REPLY_VIDEO_LIMITS.maxBytes + 1 })).toBe('video_too_large');
    await expect(makeAnswerVideo(main, Buffer.alloc(2_000))).rejects.toThrow('video_');

    const code = (parts: readonly object[]) =>
      codeOf(main, autoReply.saveReplyKeywordSetting, { ...HERE, keyword: 'a', content: { parts, variants: [] } });
    const used = await makeAnswerVideo(main);
    await save([used]);
    expect(await code([used])).toBe('video_lost');
    expect(
      await codeOf(main, autoReply.saveReplySettingList, {
        platform: 'shopee',
        list: [{ country: 'SG', content: { parts: [used], variants: [] } }],
      }),
    ).toBe('video_lost');
    const foreign = await makeAnswerVideo(main);
    await rows(
      `with other as (insert into account (account_id, name) values (gen_random_uuid(), 'other') returning account_id)
       update automatic_video set account_id = other.account_id from other where video_id = $2 and $1::uuid is not null`,
      foreign.videoId,
    );
    expect(await code([foreign])).toBe('video_lost');
    expect((await cover(main, automaticMediaPath(foreign.videoId))).status).toBe(404);
    const unfinished = { ...foreign, videoId: '' };
    expect(await begin(main)).toBe('success');
    [{ video_id: unfinished.videoId }] = await rows(
      'select video_id from automatic_video where account_id = $1 and not is_whole',
    );
    expect(await code([unfinished])).toBe('video_lost');

    for (let count = 2; count < AUTO_REPLY_LIMITS.videos; count += 1) expect(await begin(main)).toBe('success');
    expect(await begin(main)).toBe('automatic_videos_full');
    expect((await kept())[0]).toBe(AUTO_REPLY_LIMITS.videos);
    // The copies of the shop's own rules would be too many as well.
    const [shopId = ''] = of.shops.owner.shopIds.values();
    expect(await codeOf(main, autoReply.giveShopReplySetting, { shopId })).toBe('automatic_videos_full');
    expect(await rows('select from auto_reply_setting where account_id = $1 and shop_id is not null')).toEqual([]);
  });

  test('goes out once, with bytes that are not copied, also where its rule is changed meanwhile', async () => {
    const { shops } = of;
    shops.now = Date.now();
    const part = await makeAnswerVideo(shops.main, FILM);
    await turnOn();
    const { keywordId } = await save([text('Look:'), part]);
    await shops.write('the fitting, please');
    await shops.pass(MINUTE);
    const [queued] = await shops.queued();
    await shops.run(queued?.queue_id ?? '');
    expect(await contents()).toEqual([
      { type: 'text', text: 'Look:' },
      { type: 'video', video: part.video },
    ]);
    const waiting = await rows(
      `select d.delivery_id, o.member_id, o.automatic_video_id, (select count(*)::int from outgoing_video_part) as parts
       from outgoing_video o join delivery d using (delivery_id) where o.account_id = $1`,
    );
    expect(waiting).toMatchObject([{ member_id: null, automatic_video_id: part.videoId, parts: 0 }]);
    const shown = await cover(shops.main, deliveryMediaPath(waiting[0].delivery_id));
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(JPEG);

    // A rule that is changed lets its video go: the answer in the ledger is finished as it was.
    await save([text('another answer')], { keywordId });
    expect(await kept()).toEqual([1, 2]);
    await rows('update automatic_video set created_at = 0 where account_id = $1');
    await shops.keepHouse();
    expect(await kept()).toEqual([1, 2]);

    const connector = new PictureConnector();
    ended.push(openRunner(of.database, shops.owner, connector).stop);
    const states = async () =>
      (await rows('select state from delivery where account_id = $1')).map(({ state }) => state);
    await expect.poll(states, PATIENT).toEqual(['confirmed', 'confirmed']);
    expect(
      connector.videoFiles.map(({ name, bytes, cover: image }) => [name, Buffer.from(bytes).equals(FILM), image?.type]),
    ).toEqual([['fit.mp4', true, 'image/jpeg']]);
    expect(connector.videos).toHaveLength(1);
    await shops.keepHouse();
    expect(await kept()).toEqual([0, 0]);
    expect(await rows('select from outgoing_video where account_id = $1')).toEqual([]);
  });

  test('is left out where the marketplace takes none, and the test says so', async () => {
    const { shops } = of;
    const [shopId = ''] = shops.owner.shopIds.values();
    await rows("update shop set marketplace = 'lazada' where account_id = $1");
    await turnOn('lazada');
    const lazada = { platform: 'lazada' } as const;
    await save([await makeAnswerVideo(shops.main), text('Look in our shop.')], lazada);
    await save([await makeAnswerVideo(shops.main)], { ...lazada, keyword: 'only film' });
    const tried = async (words: string) =>
      (await ask(shops.main, autoReply.tryAutoReply, { shopId, text: words } as never)).answer;
    expect(await tried('fitting')).toMatchObject({
      parts: [{ ...text('Look in our shop.'), pictureId: null }],
      reason: null,
    });
    expect(await tried('only film')).toMatchObject({ parts: [], reason: 'nothingToSay' });
    await shops.write('fitting');
    await shops.write('only film', { buyer: 'b2' });
    await shops.pass(MINUTE);
    expect(await contents()).toEqual([{ type: 'text', text: 'Look in our shop.' }]);
    expect((await shops.queue()).map(([, state, reason]) => [state, reason])).toEqual([
      ['answered', null],
      ['skipped', 'nothingToSay'],
    ]);
  });

  test('is shown by its name and cover in the test, and kept once more for the own rules of a shop', async () => {
    const { shops } = of;
    const { main } = shops;
    const [shopId = ''] = shops.owner.shopIds.values();
    await turnOn();
    const usual = await makeAnswerVideo(main, FILM);
    await shops.turnOn({ content: { parts: [usual] } });
    const film = await makeAnswerVideo(main, FILM);
    const { keywordId } = await save([film]);
    const { answer } = await ask(main, autoReply.tryAutoReply, { shopId, text: 'fitting' } as never);
    expect(answer).toMatchObject({
      parts: [{ kind: 'video', text: 'fit.mp4', pictureId: film.videoId }],
      reason: null,
    });

    await ask(main, autoReply.giveShopReplySetting, { shopId } as never);
    expect(await kept()).toEqual([4, 8]);
    await remove(keywordId);
    await shops.save([{ country: 'SG', content: answerOf('other') as never }]);
    expect(await kept()).toEqual([2, 4]);
    const { shops: own } = await ask(main, autoReply.getCountryAndReplySettingMap, { platform: 'shopee' });
    const rules: readonly KeywordRuleView[] = own[0]?.keywords ?? [];
    expect(rules.map(({ parts }) => parts)).toMatchObject([[{ kind: 'video', title: 'fit.mp4' }]]);
    await shops.write('fitting');
    await shops.pass(MINUTE);
    expect(await contents()).toMatchObject([{ type: 'video' }]);
    // The answer that has not left is taken back, so nothing needs the videos.
    await ask(main, autoReply.removeShopReplySetting, { shopId } as never);
    expect(await kept()).toEqual([0, 0]);
  });
});
