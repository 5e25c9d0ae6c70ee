/** Session and settings of the chat (spec 2 §7.1). */
import type { Credentials, Page } from '@pasar/connector-kit';
import type { Json, QuickReplyGroup } from '@pasar/domain';
import { z } from 'zod';
import { readAnswer } from '../../wire/answer.ts';
import type { ShopeeCall } from '../../wire/scope.ts';
import { toPlainJson, wireId } from '../../wire/wire-json.ts';
import { hashPassword, type LoginProof } from '../credentials.ts';
import { mapOutcome, toGet, toPost } from '../definition.ts';
import { readPage } from '../seller/fields.ts';
import { chatPath } from './chat-wire.ts';

export interface ChatSession {
  readonly token: string;
  readonly uid: string;
  readonly userId: string;
}
/** Null uses the session of the cookies. */
export type SessionInput = { readonly credentials: Credentials; readonly captcha: LoginProof['captcha'] } | null;
const sessionBody = z.object({
  token: z.string().min(1),
  user: z.object({ id: wireId, uid: z.string().regex(/^[01]-[0-9]+$/) }),
});

/** The shape of 2019 (facts 1.3). Today's page logs in by the login family. */
export const openSession: ShopeeCall<SessionInput, ChatSession> = {
  key: 'shopee-chat POST sessions',
  tag: 'seen',
  repeat: 'login',
  toWire: (input) => {
    if (input === null) return toPost(chatPath('sessions'), {});
    const { credentials, captcha } = input;
    const account = { username: credentials.identifier, password: hashPassword(credentials.password) };
    const proof = captcha === null ? {} : { captcha: captcha.text, captcha_key: captcha.captchaId };
    return toPost(chatPath('sessions'), { ...account, ...proof });
  },
  fromWire: (answer) =>
    mapOutcome(readAnswer(answer, sessionBody), ({ token, user }) => ({ token, uid: user.uid, userId: user.id })),
};

export interface Shortcut {
  readonly replyId: string;
  readonly text: string;
}
const shortcutRow = z.object({ id: wireId, content: z.string() });
type ShortcutRow = z.output<typeof shortcutRow>;
const toShortcut = ({ id, content }: ShortcutRow): Shortcut => ({ replyId: id, text: content });

/** The person's own phrases. */
export const userShortcuts: ShopeeCall<null, Page<Shortcut>> = {
  key: 'shopee-chat GET user/message_shortcuts',
  tag: 'ours',
  repeat: 'read',
  toWire: () => toGet(chatPath('user/message_shortcuts')),
  fromWire: (answer) =>
    mapOutcome(readAnswer(answer, z.array(z.unknown())), (rows) => readPage(rows, shortcutRow, toShortcut, null)),
};

const groupRow = z.object({
  id: wireId,
  /** The facts have two spellings, one with a blank. */
  group_name: z.string().optional(),
  'group name': z.string().optional(),
  message_shortcuts: z.array(shortcutRow),
});
/** Ours: the number of the shop's groups; the person's own groups have another number. */
const SHOP_GROUPS = '0';

/** At most 20 phrases in a group (facts 1.4). */
export const shortcutGroups: ShopeeCall<null, Page<QuickReplyGroup>> = {
  key: 'shopee-chat GET message_shortcuts/groups',
  tag: 'seen',
  repeat: 'read',
  toWire: (_, { shopId }) => toGet(chatPath('message_shortcuts/groups'), { group_type: SHOP_GROUPS, shop_id: shopId }),
  fromWire: (answer) =>
    mapOutcome(readAnswer(answer, z.array(z.unknown())), (rows) =>
      readPage(
        rows,
        groupRow,
        (row) => ({
          groupId: row.id,
          name: row.group_name ?? row['group name'] ?? '',
          replies: row.message_shortcuts.map(toShortcut),
        }),
        null,
      ),
    ),
};

/** The settings that the person made in the chat itself; names and values are the marketplace's own. */
export const userSetting: ShopeeCall<null, Readonly<Record<string, Json>>> = {
  key: 'shopee-chat GET user/setting',
  tag: 'ours',
  repeat: 'read',
  toWire: () => toGet(chatPath('user/setting')),
  fromWire: (answer) =>
    mapOutcome(readAnswer(answer, z.record(z.string(), z.unknown())), (body) =>
      Object.fromEntries(Object.entries(body).map(([name, value]) => [name, toPlainJson(value)])),
    ),
};

/** The open tasks of a newcomer. */
export const newbieUncompleted: ShopeeCall<null, readonly string[]> = {
  key: 'shopee-chat GET newbie/uncompleted',
  tag: 'ours',
  repeat: 'read',
  toWire: () => toGet(chatPath('newbie/uncompleted')),
  fromWire: (answer) =>
    mapOutcome(readAnswer(answer, z.object({ uncompleted: z.array(z.string()) })), ({ uncompleted }) => uncompleted),
};
