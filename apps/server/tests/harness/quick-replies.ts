import { crc32 } from 'node:zlib';
import { type AutomaticAnswerPart, CALLS, type Call, type QuickReplyPart, type ShopView } from '@pasar/api';
import { SCREEN_LIMITS } from '@pasar/domain';
import { SAMPLE_VIDEO } from '@pasar/simulator';
import type { z } from 'zod';
import type { AskShop } from '../../src/records/ask-shop.ts';
import { makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './database.ts';
import { JPEG } from './picture-connector.ts';
import { openTestWeb, type TestWeb, Visitor } from './web.ts';

const { automation, quickReplies } = CALLS;

/** Two accounts with people who use and change quick replies. */
export interface ReplyWorld {
  readonly database: TestDatabase;
  readonly web: TestWeb;
  /** With the shops 11, 12 and 13. */
  readonly ours: TestTenant;
  /** With the shop 99. */
  readonly theirs: TestTenant;
  /** Our main account. */
  readonly main: Visitor;
  /** A colleague with shop 11, who changes replies. */
  readonly sub: Visitor;
  /** A colleague with shop 11, who only uses replies. */
  readonly reader: Visitor;
  /** The main account of the others. */
  readonly stranger: Visitor;
  /** What the marketplace answers about the shortcuts of every shop. */
  shortcutsThere: Awaited<ReturnType<AskShop>>;
  /** Deletes all replies. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

export async function openReplyWorld(): Promise<ReplyWorld> {
  const database = await openTestDatabase();
  const shops = [{ marketplace: 'shopee' as const, platformShopId: '11' }];
  const person = (name: string, permissionCodeList: readonly ('chat' | 'quickReply')[]) => ({
    username: `ours:${name}`,
    password: 'right',
    name,
    permissionCodeList,
    shops,
  });
  const people = [person('sub', ['chat', 'quickReply']), person('reader', ['chat'])];
  const ours = await makeTenant(database, 'ours@x', [['11', '12', '13']], people);
  const theirs = await makeTenant(database, 'theirs@x', [['99']]);
  const web = await openTestWeb(database, null, { askShop: (async () => world.shortcutsThere) as AskShop });
  const enter = async (username: string) => {
    const visitor = new Visitor(web.origin);
    await visitor.logIn(CALLS.account.login, username, 'right');
    return visitor;
  };
  const world: ReplyWorld = {
    database,
    web,
    ours,
    theirs,
    main: await enter('ours@x'),
    sub: await enter('ours:sub'),
    reader: await enter('ours:reader'),
    stranger: await enter('theirs@x'),
    shortcutsThere: null,
    async empty() {
      world.shortcutsThere = null;
      await database.owner.query(
        'delete from quick_reply_group; delete from quick_reply_config; delete from shop_shortcuts',
      );
    },
    async close() {
      await web.close();
      await database.close();
    },
  };
  return world;
}

export async function ask<C extends Call>(who: Visitor, call: C, input: unknown = {}): Promise<z.infer<C['output']>> {
  const answer = await who.call(call, input);
  if (answer.result !== 'success') throw new Error(`${call.path}: ${answer.code} ${answer.detail ?? ''}`);
  return call.output.parse(answer.data) as z.infer<C['output']>;
}
/** Stores a video, and gives the part that names it. */
export const makeVideo = (who: Visitor, film = SAMPLE_VIDEO) =>
  keepVideo(who, film, quickReplies.beginReplyVideo, quickReplies.putReplyVideoPart, quickReplies.endReplyVideo);
/** The same of an automatic answer. */
export const makeAnswerVideo = (who: Visitor, film = SAMPLE_VIDEO) =>
  keepVideo(who, film, automation.beginAutomaticVideo, automation.putAutomaticVideoPart, automation.endAutomaticVideo);
async function keepVideo(
  who: Visitor,
  film: Uint8Array,
  begin: typeof quickReplies.beginReplyVideo | typeof automation.beginAutomaticVideo,
  put: typeof quickReplies.putReplyVideoPart | typeof automation.putAutomaticVideoPart,
  end: typeof quickReplies.endReplyVideo | typeof automation.endAutomaticVideo,
): Promise<Extract<AutomaticAnswerPart, { kind: 'video' }>> {
  const clientId = crypto.randomUUID();
  const given = { fileName: 'fit.mp4', bytes: film.length, width: 320, height: 180, durationSeconds: null };
  await ask(who, begin, { clientId, video: given, cover: JPEG.toString('base64') });
  for (let offset = 0; offset < film.length; offset += SCREEN_LIMITS.videoPartBytes) {
    const bytes = film.subarray(offset, offset + SCREEN_LIMITS.videoPartBytes);
    const part = { clientId, offset, part: Buffer.from(bytes).toString('base64'), checksum: crc32(bytes) };
    await ask(who, put, part);
  }
  const { videoId, video } = await ask(who, end, { clientId });
  return { kind: 'video', videoId, title: video.fileName, video };
}
export const codeOf = async (who: Visitor, call: Call, input: unknown = {}) => {
  const answer = await who.call(call, input);
  return answer.result === 'fail' ? answer.code : 'success';
};
export const shopIdOf = (tenant: TestTenant, platform: string): ShopView['shopId'] => {
  for (const { shopIds } of tenant.connections) for (const [id, shopId] of shopIds) if (id === platform) return shopId;
  throw new Error(`no shop ${platform}`);
};
export const text = (words: string): QuickReplyPart => ({ kind: 'text', text: words });
export const makeGroup = async (who: Visitor, name: string, isPersonal = false): Promise<string> =>
  (await ask(who, quickReplies.saveGroup, { name, isPersonal })).group.groupId;
export const makeReply = async (who: Visitor, groupId: string, more: object = {}) =>
  (await ask(who, quickReplies.saveContent, { groupId, parts: [text('Hello')], ...more })).reply;
export const titlesOf = async (who: Visitor) =>
  (await ask(who, quickReplies.getContentList)).replies.map(({ title }) => title).toSorted();
