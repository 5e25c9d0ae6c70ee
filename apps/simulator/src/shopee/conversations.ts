/** Webchat calls about conversations (spec 2 §7.1, facts 1.4). */
import { z } from 'zod';
import type { Conversation, Shop } from '../world/types.ts';
import {
  type Answer,
  answer,
  type CallInput,
  type ChatCaller,
  type ChatRoute,
  EMPTY,
  type ShopeeContext,
} from './context.ts';
import { conversationView, nanoOf, unreadCountOf } from './views.ts';

export const CHAT_BASE = '/webchat/api/v1.2';
/** Rows of a page (our choice; 50 were seen): small pages make a client turn pages even in small shops. */
const PAGE_SIZE = 20;

/** `{error_code, message}` is the body that was seen. ours: the codes of these two. */
export const NOT_FOUND: Answer = answer(
  { error_code: 'conversation_not_found', message: 'conversation not found' },
  404,
);
export const BAD_PARAMETER: Answer = answer({ error_code: 'param_error', message: 'parameter error' }, 400);

const id = z.union([z.number(), z.bigint(), z.string()]).transform(String);
const readBody = z.object({ last_read_message_id: z.string() });
const statusBody = z.object({ status: z.enum(['activated', 'closed']) });
const redirectionBody = z.object({ user_id: id, shop_id: id });

interface Found {
  readonly shop: Shop;
  readonly conversation: Conversation;
}

/** The conversation in the path, when it belongs to the caller and to the shop that the call names. */
export function findConversation(
  context: ShopeeContext,
  { login, shopId }: ChatCaller,
  input: CallInput,
): Found | null {
  const conversation = context.world.conversation('shopee', input.params.id ?? '');
  if (conversation === null || !login.shopIds.includes(conversation.shopId)) return null;
  if (shopId !== null && conversation.shopId !== shopId) return null;
  const shop = context.world.shop('shopee', conversation.shopId);
  return shop === null ? null : { shop, conversation };
}

const withConversation =
  (act: (context: ShopeeContext, found: Found, input: CallInput) => Answer): ChatRoute['handle'] =>
  (context, caller, input) => {
    const found = findConversation(context, caller, input);
    return found === null ? NOT_FOUND : act(context, found, input);
  };

function page(
  context: ShopeeContext,
  caller: ChatCaller,
  { query }: CallInput,
  tab: string | undefined,
): readonly Found[] | null {
  const cursor = query.next_timestamp_nano ?? '0';
  if (!/^[0-9]{1,20}$/.test(cursor)) return null;
  const before = BigInt(cursor);
  return listed(context, caller)
    .filter(({ nano }) => before === 0n || nano < before)
    .filter(({ conversation }) => isInTab(context, conversation, tab))
    .slice(0, PAGE_SIZE);
}

/** Newest activity first, without the conversations that were removed from the list. */
export function listed(
  context: ShopeeContext,
  { login, shopId }: ChatCaller,
): readonly (Found & { readonly nano: bigint })[] {
  return (shopId === null ? login.shopIds : [shopId])
    .flatMap((ownId) => {
      const shop = context.world.shop('shopee', ownId);
      return shop === null
        ? []
        : context.world.conversations('shopee', ownId).map((row) => ({ shop, conversation: row }));
    })
    .flatMap((found) => {
      const latest = found.conversation.messages.at(-1);
      return latest === undefined ? [] : [{ ...found, nano: nanoOf(latest) }];
    })
    .filter(({ conversation }) => context.marks.isListed(conversation))
    .sort((left, right) => (left.nano < right.nano ? 1 : -1));
}

function isInTab(context: ShopeeContext, conversation: Conversation, tab: string | undefined): boolean {
  if (tab === 'unread') return unreadCountOf(context.world, conversation) > 0;
  if (tab === 'pinned') return conversation.isPinned;
  if (tab === 'unreplied') return conversation.messages.at(-1)?.from === 'buyer';
  return true;
}

/** A bare array for a main account, wrapped for a sub-account; the content of `attributions` was not seen. */
const listOf =
  (tabOf: (input: CallInput) => string | undefined): ChatRoute['handle'] =>
  (context, caller, input) => {
    const rows = page(context, caller, input, tabOf(input));
    return rows === null ? BAD_PARAMETER : answer(rowsView(context, caller, rows));
  };
export function rowsView(context: ShopeeContext, caller: ChatCaller, rows: readonly Found[]): unknown {
  const conversations = rows.map(({ shop, conversation }) => conversationView(context, shop, conversation));
  if (caller.login.kind === 'shop') return conversations;
  const shopIds = new Set(rows.map(({ shop }) => shop.shopId));
  return { conversations, attributions: [], ShopIds: [...shopIds].map(BigInt) };
}
const listConversations = listOf(({ query }) => query.type);

/** Ours: the sub-account's list is refused to a main account. */
const listSubaccountConversations: ChatRoute['handle'] = (context, caller, input) =>
  caller.login.kind === 'shop'
    ? answer({ error: 'user_is_unauthorized' }, 403)
    : listConversations(context, caller, input);

const setPinned = (isPinned: boolean): ChatRoute['handle'] =>
  withConversation((context, { conversation }) => {
    context.world.pin('shopee', conversation.conversationId, isPinned);
    return EMPTY;
  });

const markRead = withConversation((context, { conversation }, input) => {
  const body = readBody.safeParse(input.body);
  const messageId = body.success ? body.data.last_read_message_id : '';
  if (!conversation.messages.some((message) => message.messageId === messageId)) return BAD_PARAMETER;
  context.world.readBySeller('shopee', conversation.conversationId, messageId);
  return EMPTY;
});

const markUnread = withConversation((context, { conversation }) => {
  context.world.markUnread('shopee', conversation.conversationId);
  return EMPTY;
});

const setStatus = withConversation((context, { conversation }, input) => {
  const body = statusBody.safeParse(input.body);
  // Ours: an archived conversation cannot be opened under its old id.
  if (!body.success || conversation.status === 'archived') return BAD_PARAMETER;
  context.world.setStatus('shopee', conversation.conversationId, body.data.status);
  return EMPTY;
});

/**
 * ours: the answer's shape, which was not seen. It is the row of the conversation to open; for an archived conversation
 * that is a new one.
 */
const redirect: ChatRoute['handle'] = (context, { login }, input) => {
  const body = redirectionBody.safeParse(input.body);
  if (!body.success || !login.shopIds.includes(body.data.shop_id)) return BAD_PARAMETER;
  const shop = context.world.shop('shopee', body.data.shop_id);
  const conversation = context.world.open('shopee', body.data.shop_id, body.data.user_id);
  if (shop === null || conversation === null) return NOT_FOUND;
  if (conversation.status === 'archived') context.world.renumber('shopee', conversation.conversationId);
  context.marks.restore(conversation);
  return answer(conversationView(context, shop, conversation));
};

const countUnread = (context: ShopeeContext, shopIds: readonly string[]): number =>
  shopIds
    .flatMap((shopId) => context.world.conversations('shopee', shopId))
    .reduce((sum, conversation) => sum + unreadCountOf(context.world, conversation), 0);

const remove = withConversation((context, { conversation }) => {
  context.marks.remove(conversation);
  return EMPTY;
});

const unreadCount: ChatRoute['handle'] = (context, { login, shopId }) => {
  const shopIds = shopId === null ? login.shopIds : [shopId];
  return answer({ total_unread_count: countUnread(context, shopIds), shop_id: BigInt(shopIds[0] ?? '0') });
};

const userSync: ChatRoute['handle'] = (context, { login, shopId }) => {
  const unread = countUnread(context, shopId === null ? login.shopIds : [shopId]);
  return answer({ unread_count: unread, have_new_msg: unread > 0 });
};

const shopList: ChatRoute['handle'] = (context, { login }) => {
  const shops = login.shopIds.flatMap((shopId) => context.world.shop('shopee', shopId) ?? []);
  return answer({ shops: shops.map(({ shopId, name }) => ({ id: BigInt(shopId), name })) });
};

export const route = (
  method: ChatRoute['method'],
  path: string,
  provenance: ChatRoute['provenance'],
  handle: ChatRoute['handle'],
): ChatRoute => ({ method, path: `${CHAT_BASE}/${path}`, provenance, handle });

export const CONVERSATION_ROUTES: readonly ChatRoute[] = [
  route('GET', 'conversations', 'seen', listConversations),
  route('GET', 'subaccount/conversations', 'seen', listSubaccountConversations),
  route(
    'GET',
    'conversation/list',
    'ours',
    listOf(() => 'unreplied'),
  ),
  route(
    'GET',
    'conversation_list',
    'ours',
    listOf(() => 'pinned'),
  ),
  route('DELETE', 'conversations/:id', 'ours', remove),
  route('PUT', 'conversations/:id/pin', 'ours', setPinned(true)),
  route('PUT', 'conversations/:id/unpin', 'ours', setPinned(false)),
  route('PUT', 'conversations/:id/read', 'seen', markRead),
  route('PUT', 'conversations/:id/unread', 'seen', markUnread),
  route('PUT', 'conversations/:id/status', 'seen', setStatus),
  route('POST', 'conversation/redirection', 'ours', redirect),
  route('GET', 'conversation/unread-count', 'seen', unreadCount),
  route('GET', 'user/sync', 'seen', userSync),
  route('POST', 'user/sync', 'ours', userSync),
  route('GET', 'shop_list', 'seen', shopList),
];
