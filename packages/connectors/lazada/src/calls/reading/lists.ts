/** Answers of the session list and of a session's message list (facts 2.2). */
import { z } from 'zod';
import { describeIssues, wireInt } from '../../wire/fields.ts';
import { type Read, unreadable } from './message.ts';

const listSchema = z.object({
  userIdToSessionView: z.record(
    z.string(),
    z.object({
      nameSpaceToSessionView: z.record(
        z.string(),
        z.object({ sessionViewDTOList: z.array(z.unknown()).nullish(), hasMore: z.boolean().nullish() }),
      ),
    }),
  ),
  nameSpaceToSyncData: z.record(z.string(), z.object({ syncNamespace: wireInt, syncId: wireInt })).nullish(),
});

/** The last sync id of a namespace; `sync` continues after it. */
export interface SyncPoint {
  readonly namespace: number;
  readonly syncId: number;
}
export interface SessionList {
  readonly rows: readonly unknown[];
  readonly hasMore: boolean;
  readonly syncPoints: readonly SyncPoint[];
}

export function fromWireSessionList(data: unknown): Read<SessionList> {
  const list = listSchema.safeParse(data);
  if (!list.success) return unreadable(`session list: ${describeIssues(list.error)}`);
  const views = Object.values(list.data.userIdToSessionView).flatMap((user) =>
    Object.values(user.nameSpaceToSessionView),
  );
  return {
    ok: true,
    value: {
      rows: views.flatMap((view) => view.sessionViewDTOList ?? []),
      hasMore: views.some((view) => view.hasMore === true),
      syncPoints: Object.values(list.data.nameSpaceToSyncData ?? {}).map(({ syncNamespace, syncId }) => ({
        namespace: syncNamespace,
        syncId,
      })),
    },
  };
}

const messagesSchema = z.object({ result: z.array(z.looseObject({ body: z.unknown() })) });

/** The bodies of the items in the order of the answer, newest first. */
export function fromWireMessageList(data: unknown): Read<readonly unknown[]> {
  const list = messagesSchema.safeParse(data);
  return list.success
    ? { ok: true, value: list.data.result.map((item) => item.body) }
    : unreadable(`message list: ${describeIssues(list.error)}`);
}
