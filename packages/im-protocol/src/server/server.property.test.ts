import { create, type DescMessage } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { decodeRequest, decodeResponse, encodeRequest, encodeResponse } from '../codec.ts';
import { COMMANDS } from '../commands.ts';
import { type RequestBody, RequestSchema, type ResponseBody } from '../gen/im_proto/envelope_pb.ts';
import { group, type Harness, harness, say } from './harness.ts';
import { BodyMaker, type Random, seeded, USERS } from './random-bodies.ts';
import { isUnreadFor, newestIndex, unreadOf } from './sight.ts';
import { ROLE } from './vocabulary.ts';

const RUNS = 120;
const COMMANDS_A_RUN = 70;

/** Commands that only read. */
const READING: ReadonlySet<number> = new Set(
  [
    COMMANDS.messagesPerUser,
    COMMANDS.messagesPerUserInit,
    COMMANDS.messageById,
    COMMANDS.messagesInConversation,
    COMMANDS.messagesCheckInfo,
    COMMANDS.inputStatus,
    COMMANDS.participants,
    COMMANDS.conversationInfoList,
    COMMANDS.favoriteConversations,
    COMMANDS.topConversations,
    COMMANDS.conversationsCheckInfo,
    COMMANDS.coreInfo,
    COMMANDS.strangerConversations,
    COMMANDS.readIndex,
    COMMANDS.minIndex,
    COMMANDS.uploadToken,
    COMMANDS.mediaUrls,
    COMMANDS.ticket,
    COMMANDS.userConversations,
    COMMANDS.broadcastReceive,
    COMMANDS.broadcastUserCounter,
    COMMANDS.clientAck,
    COMMANDS.profile,
    COMMANDS.reportMetrics,
    COMMANDS.configs,
    COMMANDS.unreadCount,
    COMMANDS.sendMessageP2P,
    COMMANDS.blocklist,
    COMMANDS.checkInBlocklist,
    COMMANDS.markedUnreadCount,
  ].map((command) => command.number),
);
interface AnyCommand {
  readonly number: number;
  readonly name: string;
  /** A method, so that the body of any command is assignable. */
  readonly request: { readonly schema: DescMessage; fill(body: object): RequestBody };
  readonly response: { readonly read: (body: ResponseBody | undefined) => unknown };
}
/** Given more often, so that there are objects for the other commands. */
const USUAL: readonly AnyCommand[] = [
  COMMANDS.createConversation,
  COMMANDS.sendMessage,
  COMMANDS.sendMessage,
  COMMANDS.addParticipants,
  COMMANDS.markRead,
];
const ALL: readonly AnyCommand[] = Object.values<AnyCommand>(COMMANDS);

interface Tally {
  readonly done: Set<number>;
  readonly refused: Set<number>;
}

/** Makes one object of every kind, so that every command has an object to work on. */
function scene(h: Harness): void {
  const shortId = group(h, [2, 3, 4]);
  say(h, 2, shortId, 'to the group');
  const knock = h.ok(1, COMMANDS.createConversation, { conversationType: 1, participants: [2n] }).conversation;
  const conShortId = knock?.conversationShortId ?? 0n;
  for (const text of ['a', 'b', 'c']) say(h, 1, conShortId, text);
  pairOf(h, 3, 4);
  const call = h.ok(1, COMMANDS.createVoip, { conShortId: shortId, vType: 1 });
  h.ok(1, COMMANDS.callVoip, { channelId: call.info?.channelId ?? '', calleeIds: [2n], vType: 1 });
  const { token } = h.ok(1, COMMANDS.uploadToken, {});
  h.server.media.put(token, new Uint8Array([1, 2, 3]), 'image/png');
  h.server.media.put(token, new Uint8Array([4, 5, 6]), 'image/png');
}
function pairOf(h: Harness, one: number, other: number): void {
  const body = { conversationType: 1, participants: [BigInt(other)] };
  say(h, other, h.ok(one, COMMANDS.createConversation, body).conversation?.conversationShortId ?? 0n, 'known');
}

function step(h: Harness, random: Random, tally: Tally): void {
  const command: AnyCommand = random.pick(random.chance(40) ? USUAL : ALL) ?? COMMANDS.configs;
  const caller = { userId: BigInt(random.int(USERS) + 1), deviceId: `device-${random.int(2)}` };
  const maker = new BodyMaker(random, h.server.state, caller.userId.toString());
  const body = command.request.fill(maker.make(command.request.schema));
  const request = create(RequestSchema, { cmd: command.number, sequenceId: 1n, body });
  const before = h.server.fingerprint();
  const count = h.entries.length;
  const answer = h.server.handle(caller, decodeRequest(encodeRequest(request)));
  const response = decodeResponse(encodeResponse(answer));
  if (h.errors.length > 0) throw h.errors[0];
  const isSame = h.server.fingerprint() === before;
  (response.statusCode === 0 ? tally.done : tally.refused).add(command.number);
  if (response.statusCode !== 0 && !isSame) throw new Error(`${command.name} refused and changed something`);
  if (!isSame && h.entries.length === count) throw new Error(`${command.name} changed without an entry`);
  if (READING.has(command.number) && !isSame) throw new Error(`${command.name} asks only and changed something`);
  if (response.statusCode === 0 && command.response.read(response.body) === undefined) {
    throw new Error(`${command.name} was answered without its body`);
  }
  if (random.chance(20)) h.clock.now += random.int(30_000);
  if (random.chance(10)) h.server.tick();
}

function checkInvariants(h: Harness): void {
  const { state } = h.server;
  for (const conversation of state.conversations.values()) {
    const members = [...conversation.members.values()];
    const owners = members.filter((member) => member.isIn && member.role === ROLE.owner);
    expect(owners).toHaveLength(conversation.type === 1 ? 0 : 1);
    const indexes = conversation.messages.map((message) => message.index);
    expect(indexes).toEqual([...new Set(indexes)].sort((a, b) => (a < b ? -1 : 1)));
    for (const member of members) {
      expect(member.readIndex >= member.minIndex).toBe(true);
      expect(member.readIndex <= newestIndex(conversation)).toBe(true);
      const unread = conversation.messages.filter((message) => isUnreadFor(message, member));
      expect(unreadOf(conversation, member)).toBe(unread.length);
      for (const message of unread) expect(message.index > member.readIndex).toBe(true);
    }
    for (const present of conversation.present) expect(conversation.members.get(present)?.isIn).toBe(true);
  }
  for (const user of state.users.values()) {
    const places = user.log.map((item) => item.at);
    expect(places).toEqual([...new Set(places)].sort((a, b) => (a < b ? -1 : 1)));
  }
  checkLists(h);
}

/** Checks that the lists agree with each other and with the counts. */
function checkLists(h: Harness): void {
  for (let user = 1; user <= USERS; user += 1) {
    const known = h
      .ok(user, COMMANDS.conversationsCheckInfo, {})
      .conversationCheckinfoList.map((one) => one.conversationShortId);
    const listed = ([1, 2, 3, 4] as const).flatMap((conType) =>
      h
        .ok(user, COMMANDS.userConversations, { conType, withCold: true, limit: 1_000n })
        .list.map((one) => one.conversationShortId),
    );
    expect(new Set(listed)).toEqual(new Set(known));
    expect(listed).toHaveLength(known.length);
    for (const { conversationInfoList } of [
      h.ok(user, COMMANDS.topConversations, {}),
      h.ok(user, COMMANDS.favoriteConversations, {}),
    ]) {
      for (const one of conversationInfoList) expect(known).toContain(one.conversationShortId);
    }
    const strangers = h.ok(user, COMMANDS.strangerConversations, { count: 200n }).conversationList;
    for (const one of strangers) expect(known).not.toContain(one.conversationShortId);
  }
}

describe('any sequence of commands', () => {
  const tally: Tally = { done: new Set(), refused: new Set() };

  test(`IM-V10 IM-V3 ${RUNS} seeded sequences keep the invariants, and their entries make the same state`, () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const h = harness({ limits: { members: 5, propertyItems: 4 } });
      const random = seeded(seed);
      scene(h);
      try {
        for (let at = 0; at < COMMANDS_A_RUN; at += 1) step(h, random, tally);
        checkInvariants(h);
        expect(h.replayed()).toBe(h.server.fingerprint());
      } catch (error) {
        throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    }
  }, 60_000);

  test('the sequences carried out every command but 2021, which needs a ticket', () => {
    const never = ALL.filter((command) => !tally.done.has(command.number)).map((command) => command.number);
    expect(never).toEqual([2021]);
    expect(tally.refused.size).toBeGreaterThan(50);
  });
});
