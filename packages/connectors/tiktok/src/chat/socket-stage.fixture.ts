/** One shop's chat as already logged in, and every command of the connector that waits for a reply on the socket. */
import type { Bridge } from '@pasar/bridge';
import type { ConnectorNotice, ConversationRef, Outcome, SendOutcome } from '@pasar/connector-kit';
import {
  asBuyerId,
  asPlatformConversationId,
  asPlatformMessageId,
  type ConversationSetting,
  type Position,
  parsePosition,
} from '@pasar/domain';
import type { CommandName } from '@pasar/im-protocol';
import { idsOf } from '../inbound/fetch.ts';
import { sendText } from '../outbound/send.ts';
import { applySetting, showTyping } from '../outbound/settings.ts';
import { refused } from '../outcome.ts';
import { SHOP } from '../samples/shop.fixture.ts';
import type { SellerSite } from '../site.ts';
import { ask } from './ask.ts';
import { type Channel, createChannel } from './channel.ts';

export interface SocketStage {
  /** With an open socket. */
  readonly play: (command: SocketCommand) => Promise<Outcome<unknown> | SendOutcome>;
  readonly close: () => Promise<void>;
}
export interface SocketCommand {
  readonly name: CommandName;
  readonly run: (stage: { readonly bridge: Bridge; readonly channel: Channel }) => ReturnType<SocketStage['play']>;
}

const TALK: ConversationRef = {
  platformShopId: SHOP.facts.platformShopId,
  platformConversationId: asPlatformConversationId('0:1:7000000000000000001:7000000000000000002'),
  buyerId: asBuyerId('7000000000000000002'),
  address: { shortId: '7100000000000000001', type: '2' },
};
const MESSAGE = asPlatformMessageId('7200000000000000001');
const place = (): Position => {
  const position = parsePosition('1700000000000000');
  if (position === null) throw new Error('no position');
  return position;
};

/** Nothing here asks the seller site: what does is no command of the socket. */
const SITE: SellerSite = {
  origin: 'https://seller-my.example',
  make: async () => refused('invalid_request', 'the seller site is not asked here'),
};
const TOKEN_ANSWER = {
  token: 'chat-token',
  wsUrl: 'wss://chat.example/ws',
  apiUrl: 'https://twin.example',
  pigeonCid: SHOP.pigeonCid,
  bizServiceId: 10_002,
};

const set = (name: CommandName, setting: ConversationSetting): SocketCommand => ({
  name,
  run: ({ channel }) => applySetting(SITE, channel, TALK, setting),
});

/** Spec 2 §7.5 (100, 610, 2000, 2002), and what else the connector says over the socket (spec 3 §6). */
export const SOCKET_COMMANDS: readonly SocketCommand[] = [
  {
    name: 'sendMessage',
    run: ({ bridge, channel }) =>
      sendText(bridge.clock, channel, { conversation: TALK, text: 'hi', quote: null, idempotencyKey: 'key' }),
  },
  {
    name: 'conversationInfoList',
    run: ({ channel }) => ask(channel, 'read', 'conversationInfoList', { conversationInfoList: [idsOf(TALK)] }),
  },
  { name: 'readIndex', run: ({ channel }) => ask(channel, 'read', 'readIndex', idsOf(TALK)) },
  set('markRead', { setting: 'read', platformMessageId: MESSAGE, position: place() }),
  set('setSetting', { setting: 'mute', isMuted: true }),
  set('recallMessage', { setting: 'recall', platformMessageId: MESSAGE }),
  set('deleteMessage', { setting: 'delete', platformMessageId: MESSAGE }),
  set('markMessage', { setting: 'mark', platformMessageId: MESSAGE, mark: 'favorite', isMarked: true }),
  { name: 'inputStatus', run: ({ channel }) => showTyping(channel, TALK, true) },
];

export async function openSocketStage(bridge: Bridge, notify: (notice: ConnectorNotice) => void): Promise<SocketStage> {
  const told = () => undefined;
  const channel = createChannel(
    {
      bridge,
      notify,
      site: { ...SITE, make: tokenOnly },
      shop: SHOP,
      config: { sellerOrigin: () => SITE.origin, globalOrigin: SITE.origin, aid: 1, fpid: 2, appKey: 'k', salt: 's' },
    },
    {
      noToken: told,
      connection: told,
      changed: told,
      delivered: told,
      commanded: told,
      presence: told,
      call: told,
      strangerWrote: told,
      pointToPoint: told,
      unreadable: told,
      settled: told,
    },
  );
  const client = await channel.client();
  if (!client.ok) throw new Error(`no chat: ${client.refusal.reason}`);
  const line = await client.value.connect();
  if (line.kind !== 'open') throw new Error(`no socket: ${line.kind}`);
  return { play: ({ run }) => run({ bridge, channel }), close: () => channel.close() };
}

/** The chat token is the one thing that the channel itself asks for. */
const tokenOnly: SellerSite['make'] = async (call) => {
  const answer = { status: 200, headers: {}, json: { code: 0, data: TOKEN_ANSWER }, text: '' };
  return call.fromWire(answer, { country: 'MY', isGlobal: false, shop: null });
};
