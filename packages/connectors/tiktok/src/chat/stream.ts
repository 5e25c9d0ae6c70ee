/** One stream for all shops of a login: a socket for each shop, and one end for all. */
import type { Outcome, Stream, StreamEnd, StreamListener } from '@pasar/connector-kit';
import { type Failed, ok, refused, unlucky } from '../wire/outcome.ts';
import type { Channel } from './channel.ts';
import type { Ear } from './ear.ts';

export interface StreamShop {
  readonly channel: Channel;
  readonly ear: Ear;
}

/** Opens the socket and learns where the log continues. */
async function goLive({ channel }: StreamShop, isOver: () => boolean): Promise<Outcome<null>> {
  const client = await channel.client();
  if (!client.ok) return client;
  const opened = await client.value.connect();
  if (isOver()) client.value.hangUp();
  switch (opened.kind) {
    case 'open':
      if (isOver()) return unlucky('marketplace_unreachable', 'given up');
      await client.value.follow();
      return ok(null);
    case 'loginNeeded':
      return channel.tokenFailure() ?? refused('shop_login_expired', opened.detail);
    case 'failed':
      return channel.lineFailure() ?? unlucky('marketplace_unreachable', opened.detail);
    case 'stopped':
      return unlucky('marketplace_unreachable', 'the session is closed');
  }
}

const failureOf = (end: StreamEnd): Failed =>
  end.kind === 'closed'
    ? unlucky('marketplace_unreachable', 'closed while it was opened')
    : { ok: false, refusal: end.refusal, canRetry: end.kind === 'lost' };

export async function openStream(shops: readonly StreamShop[], listener: StreamListener): Promise<Outcome<Stream>> {
  const early = Promise.withResolvers<Failed>();
  let isLive = false;
  let isOver = false;
  const leave = (): void => {
    isOver = true;
    for (const { channel, ear } of shops) {
      ear.tellTo(null);
      const client = channel.present();
      client?.rest();
      client?.hangUp();
    }
  };
  const finish = (end: StreamEnd): void => {
    if (isOver) return;
    leave();
    // Before the stream was live, `listen` returns the failure, and no stream ends.
    if (isLive) listener.ended(end);
    else early.resolve(failureOf(end));
  };
  const told: StreamListener = {
    events: (batch) => listener.events(batch),
    unreadable: (item) => listener.unreadable(item),
    gap: () => listener.gap(),
    ended: finish,
  };
  for (const { ear } of shops) ear.tellTo(told);
  const lives = Promise.all(shops.map((shop) => goLive(shop, () => isOver))).then(
    (all) => all.find((one) => !one.ok) ?? ok(null),
  );
  const live = await Promise.race([lives, early.promise]);
  if (isOver) return early.promise;
  if (!live.ok) {
    leave();
    return live;
  }
  isLive = true;
  return ok({ close: () => finish({ kind: 'closed' }) });
}
