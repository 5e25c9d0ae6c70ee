import { CALLS, type CallInput } from '@pasar/api';
import {
  asPlatformConversationId,
  asPlatformShopId,
  ORDER_CARE_KINDS,
  type OrderCareKind,
  type ParcelStage,
  type Refusal,
} from '@pasar/domain';
import type { AskShop } from '../../src/records/ask-shop.ts';
import { bulkSendBench } from './bulk-send.ts';
import type { Visitor } from './web.ts';

const calls = CALLS.orderCare;
const MINUTE = 60_000;

/** The bench of messages to many buyers, with what is asked of order care. */
export function orderCareBench() {
  const bench = bulkSendBench();
  const text = (value: string) => ({ parts: [{ kind: 'text' as const, text: value }], variants: [] });

  async function told<Data>(call: { readonly output: { parse(data: unknown): Data } }, input: object, by = bench.main) {
    const answer = await by.call(call as never, input as never);
    if (answer.result !== 'success') throw new Error(`${answer.code}: ${answer.reason} ${answer.detail}`);
    return call.output.parse(answer.data);
  }
  const write = (kind: OrderCareKind, words: string | null, country?: string) =>
    told(calls.saveOrderCareContent, { kind, country, ...(words === null ? {} : { content: text(words) }) });
  const target = (kind: OrderCareKind, more: object = {}, shops: readonly string[] = ['11', '12']) =>
    ({ kind, shopIds: shops.map(bench.shopIdOf), ...more }) as CallInput<typeof calls.createOrderCareTask>;
  const create = async (kind: OrderCareKind) => (await told(calls.createOrderCareTask, target(kind))).taskId;
  const refused = async (call: unknown, input: object, by = bench.main) => {
    const answer = await by.call(call as never, input as never);
    return answer.result === 'fail' ? answer.code : answer.result;
  };
  const tasks = async (by?: Visitor) => (await told(calls.getOrderCareTaskList, {}, by)).tasks;
  const items = async (search: object = {}, by?: Visitor) =>
    (await told(calls.searchOrderCareTaskItemList, search, by)).items;
  /** The orders with what became of them, by their numbers. */
  const outcomes = async (search: object = {}) =>
    (await items(search))
      .map(({ orderNumber, state, skipped, reason }) => [orderNumber, state, skipped ?? reason].join(' ').trim())
      .toSorted();
  /** Of the automatic messages those of the kinds are on, after so many minutes. */
  const remind = (on: Partial<Record<OrderCareKind, number>>, shopIds: readonly string[] | null = null) =>
    told(calls.saveOrderCareSettings, {
      shopIds,
      reminders: Object.fromEntries(
        ORDER_CARE_KINDS.map((kind) => [kind, { isOn: on[kind] !== undefined, afterMinutes: on[kind] ?? 60 }]),
      ),
    });
  const move = (order: string, status: string, word = '') =>
    bench.database.owner.query(
      `update shop_order set status = $2, record = record || jsonb_build_object('wireStatus', $3::text), changed_at = $4,
         status_known_at = case status when $2 then status_known_at else $4 end, word_known_at = $4
       where account_id = $5 and order_id = $1`,
      [order, status, word, bench.clock.now, bench.tenant.accountId],
    );
  /** The parcels of an order tell a stage, by an event of `at`, and Pasar knows of it now. */
  const parcel = (order: string, stage: ParcelStage, at = bench.clock.now) =>
    bench.database.owner.query(
      `update shop_order set parcel_stage = $2, parcel_stage_at = $3, parcel_stage_known_at = $4, parcels_read_at = $4
       where account_id = $5 and order_id = $1`,
      [order, stage, at, bench.clock.now, bench.tenant.accountId],
    );
  const become = (shop: string, marketplace: string, country = 'SG') =>
    bench.database.owner.query('update shop set marketplace = $2, country = $3 where shop_id = $1', [
      bench.shopIdOf(shop),
      marketplace,
      country,
    ]);

  /** From now on the shops' sessions open conversations, or say why not; gives the buyers that are asked for. */
  function opens(answer: Refusal | 'no session' | null = null): readonly string[] {
    const asked: string[] = [];
    bench.world.askShop = (async (_scope, _connection, method, args) => {
      const buyerId = String(args[1]);
      asked.push(`${method} ${buyerId}`);
      if (answer === 'no session') return answer;
      if (answer !== null) return { ok: false, refusal: answer, canRetry: false };
      return {
        ok: true,
        value: {
          platformShopId: asPlatformShopId(String(args[0])),
          platformConversationId: asPlatformConversationId(`opened ${buyerId}`),
          buyerId,
          address: {},
        },
      };
    }) as AskShop;
    return asked;
  }
  /** The reviews of the shops were read to the end. */
  const readReviews = (...shops: readonly string[]) =>
    bench.database.owner.query(
      `insert into reading (account_id, shop_id, subject, state, due_at, complete_to)
       select $1, shop_id, 'reviews', 'done', 0, 1 from unnest($2::uuid[]) as shop_id`,
      [bench.tenant.accountId, shops.map(bench.shopIdOf)],
    );
  return {
    bench,
    MINUTE,
    told,
    write,
    target,
    create,
    refused,
    tasks,
    items,
    outcomes,
    remind,
    move,
    parcel,
    become,
    opens,
    readReviews,
  };
}
