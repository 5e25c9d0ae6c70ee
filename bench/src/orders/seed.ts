import { makeTenant, type TestDatabase } from '../../../apps/server/tests/harness/database.ts';

/** An account with its main account and a sub-account who sees a few of the shops. */
export interface SeededBook {
  readonly accountId: string;
  readonly main: string;
  readonly sub: string;
  readonly subShops: readonly string[];
}
export const PASSWORD = 'right';
export const SHOPS = 200;
/** Shops of the sub-account. */
const GRANTED = 5;
const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
/** Buyers who have a conversation with their shop; each has a few orders. */
const ORDERS_OF_BUYER = 4;
const MOST_CONVERSATIONS = 50_000;

const SURNAMES = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹';
const GIVEN = '芳美玲伟娜敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂英华玉萍红梅';
const LATIN = 'Nattapong,Siriporn,Budi,Putri,Ahmad,Nurul,Maria,Jose,Minh,Linh,Somchai,Anong';
export const TITLES =
  'Cotton shirt for summer,Wireless earphones with case,เสื้อยืดผ้าฝ้ายคอกลม,Sepatu lari pria ringan,蓝色 棉质 短袖 上衣,Kitchen knife of steel,Phone stand foldable,Baby blanket soft';
const CURRENCIES = '{"SG":"SGD","MY":"MYR","TH":"THB","PH":"PHP","VN":"VND","ID":"IDR"}';

/**
 * Fills an account with orders of a year, stored as they were placed: shops of uneven size, the last third of them quiet and
 * old; young orders wait to be sent or are on their way, old ones are finished. What triggers keep for each order is made by one statement for all,
 * because a million triggers take an hour; the rows are the same.
 */
export async function seedBook(database: TestDatabase, name: string, orders: number, now: number): Promise<SeededBook> {
  const { owner } = database;
  const ids = Array.from({ length: SHOPS }, (_, number) => `${number}`);
  const granted = Array.from({ length: GRANTED }, (_, number) => `${(number * SHOPS) / GRANTED}`);
  const sub = {
    username: `${name}:sub`,
    password: PASSWORD,
    name: 'sub',
    permissionCodeList: ['order' as const],
    shops: granted.map((platformShopId) => ({ marketplace: 'shopee' as const, platformShopId })),
  };
  const { accountId } = await makeTenant(database, name, [ids], [sub]);
  await owner.query(
    `update shop set marketplace = (array['shopee', 'lazada', 'tiktok'])[platform_shop_id::int * 3 / ${SHOPS} + 1],
       country = (array['SG', 'MY', 'TH', 'PH', 'VN', 'ID'])[platform_shop_id::int % 6 + 1]
     where account_id = $1`,
    [accountId],
  );
  await owner.query(`alter table shop_order disable trigger user; drop index shop_order_words_parts;
    set maintenance_work_mem = '1GB'; set work_mem = '256MB'`);
  await insertOrders(database, accountId, orders, now);
  await owner.query(
    `insert into shop_order_count (shop_id, status, account_id, count)
     select shop_id, status, account_id, count(*) from shop_order where account_id = $1 group by 1, 2, 3`,
    [accountId],
  );
  await owner.query(
    `insert into shop_order_hour (shop_id, hour_at, currency, status, account_id, count, total)
     select shop_id, created_at - created_at % 3600000, currency, status, account_id, count(*), sum(total)
     from shop_order where account_id = $1 group by 1, 2, 3, 4, 5`,
    [accountId],
  );
  await owner.query(
    `insert into shop_order_words (entry_id, account_id, parts)
     select entry_id, account_id, pasar_text_parts(account_id, left(pasar_order_words(record), 2000))
     from shop_order where account_id = $1`,
    [accountId],
  );
  await owner.query(`create index shop_order_words_parts on shop_order_words using gin (parts);
    alter table shop_order enable trigger user; reset maintenance_work_mem; reset work_mem`);
  await owner.query(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned,
       address, last_message_at, history)
     select account_id, shop_id, buyer_id, buyer_id, buyer_id, 'activated', false, '{}', max(created_at), 'complete'
     from shop_order where account_id = $1 group by 1, 2, 4 order by max(created_at) desc limit ${MOST_CONVERSATIONS}`,
    [accountId],
  );
  const shops = await owner.query<{ shop_id: string }>(
    'select shop_id from shop where account_id = $1 and platform_shop_id = any($2::text[])',
    [accountId, granted],
  );
  return { accountId, main: name, sub: sub.username, subShops: shops.rows.map(({ shop_id }) => shop_id) };
}

const insertOrders = ({ owner }: TestDatabase, accountId: string, orders: number, now: number) =>
  owner.query(
    `with drawn as (
       select number, shop, greatest(0, random()) * ${YEAR_DAYS} + case when shop < 134 then 0 else 40 end as age,
         random() as dice
       from generate_series(1, $2::int) number cross join lateral (
         select case when number % 50 = 0 then 134 + number / 50 % 66 else ((number * 7919::bigint % 134) ^ 2 / 134)::int end as shop) p),
     dated as (
       select *, $3::bigint - (age * ${DAY_MS})::bigint as placed,
         case when age < 7 then case when dice < 0.08 then 'unpaid' when dice < 0.6 then 'wait_seller_send'
             when dice < 0.62 then 'in_cancel' when dice < 0.7 then 'cancelled' else 'wait_receiver_confirm' end
           when age < 20 then case when dice < 0.6 then 'wait_receiver_confirm' when dice < 0.92 then 'finished'
             when dice < 0.97 then 'cancelled' else 'refund' end
           else case when dice < 0.88 then 'finished' when dice < 0.97 then 'cancelled' when dice < 0.9995 then 'refund'
             else 'unknown' end end as status
       from drawn),
     made as (
       select *, placed + (least(age, 12) * random() * ${DAY_MS})::bigint as changed,
         (10 + 490 * random() ^ 3)::numeric(10, 2)::text as amount, $4::jsonb ->> s.country as coin,
         '24' || lpad((number::bigint * 48271 % 2147483647)::text, 12, '0') as code,
         'B' || (number / ${ORDERS_OF_BUYER}) as buyer, number % 40 = 0 as noted
       from dated join shop s on s.account_id = $1 and s.platform_shop_id = shop::text)
     insert into shop_order (account_id, shop_id, order_id, record, order_number, buyer_id, status, total, currency,
       created_at, changed_at, read_at, status_known_at, is_ratable, has_note)
     select $1, shop_id, code, jsonb_build_object('orderId', code, 'orderNumber', code, 'buyerId', buyer,
         'buyerName', case number % 2 when 0 then substr($5, 1 + number % 29, 1) || substr($6, 1 + number / 29 % 29, 1)
           else (string_to_array($7, ','))[1 + number % 12] || ' ' || number / ${ORDERS_OF_BUYER} end,
         'status', status, 'wireStatus', '4', 'total', jsonb_build_object('amount', amount, 'currency', coin),
         'createdAt', placed, 'changedAt', changed, 'items', (select jsonb_agg(jsonb_build_object(
             'productId', (number * 3 + item)::text, 'title', (string_to_array($8, ','))[1 + (number + item) % 8],
             'variant', 'Blue, XL', 'sellerSku', 'SKU-' || shop || '-' || (number * 31 + item) % 500,
             'imageUrl', 'https://cf.shopee.sg/file/' || md5(number::text), 'quantity', 1 + number % 3,
             'price', jsonb_build_object('amount', amount, 'currency', coin)))
           from generate_series(1, 1 + number % 2) item),
         'sellerNote', case when noted then 'Pack with care' end, 'paymentMethod', 'Credit card',
         'shippingFee', jsonb_build_object('amount', '1.99', 'currency', coin), 'address', jsonb_build_object('receiver',
           'Tan Wei Ming', 'phone', '+65 9123 4567', 'fullAddress', '10 Anson Road #10-11, International Plaza, Singapore 079903'),
         'isRatable', status = 'finished' and age < 30, 'carrier', 'SPX Express', 'trackingNumber',
         case when status in ('wait_receiver_confirm', 'finished', 'refund') then 'SG' || reverse(code) end, 'cancelReason', null),
       code, buyer, status, amount::numeric, coin, placed, changed, changed, changed, status = 'finished' and age < 30, noted
     from made order by placed`,
    [accountId, orders, now, CURRENCIES, SURNAMES, GIVEN, LATIN, TITLES],
  );

/** What is asked in one round; another order in each. */
export interface BookSample {
  readonly shopId: string;
  readonly entryId: string;
  /** When the order was placed. */
  readonly at: string;
  readonly buyerId: string;
  readonly orderNumber: string;
  readonly trackingNumber: string;
  readonly buyerName: string;
  readonly sku: string;
}

/** Orders from all over the book, those of the sub-account's shops half of them. */
export async function samplesOf({ owner }: TestDatabase, book: SeededBook, count: number): Promise<BookSample[]> {
  const found = await owner.query<BookSample>(
    `select shop_id as "shopId", entry_id as "entryId", created_at as at, buyer_id as "buyerId", order_number as "orderNumber",
       record ->> 'trackingNumber' as "trackingNumber", record ->> 'buyerName' as "buyerName",
       record #>> '{items,0,sellerSku}' as sku
     from (select *, row_number() over (partition by shop_id = any($2::uuid[]) order by md5(order_id)) as place
       from shop_order where account_id = $1 and record ->> 'trackingNumber' is not null and record ->> 'buyerName' ~ '^[A-Z]') o
     where place <= $3 order by place`,
    [book.accountId, book.subShops, Math.ceil(count / 2)],
  );
  return found.rows.slice(0, count);
}
