import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asShopId, type Marketplace, type Product } from '@pasar/domain';
import { askShop } from '../../records/ask-shop.ts';
import { SELECT_SHOP, type ShopRow } from '../../records/rows.ts';
import { findUsers } from '../../records/shop-users.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext } from '../handler.ts';

type Call = typeof CALLS.products.getProductSourceDetail;
type Context = Pick<LongContext, 'database' | 'member' | 'askShop' | 'now'>;
type Other = CallOutput<Call>['shops'][number];

/** Most shops that are asked for one product, because each is a question to a marketplace (our choice). */
const MOST_ASKED = 12;
/** Most searches at one shop: a marketplace finds products by one SKU at a time (our choice). */
const MOST_SEARCHES = 3;

/** The seller SKUs of a product and of its variants. */
const skusOf = ({ sellerSku, variants }: Product): readonly string[] =>
  [sellerSku, ...variants.map((variant) => variant.sellerSku)].flatMap((sku) =>
    sku === null || sku.trim() === '' ? [] : [sku.trim()],
  );

interface Shops {
  readonly lists: ShopRow;
  readonly others: readonly ShopRow[];
}

/** The shop that lists the product, and the others that the member sees. Not found where the member does not see it. */
const findShops = (
  { database, member }: Context,
  { userId, platform }: { readonly userId: string; readonly platform?: Marketplace | undefined },
): Promise<Answer<Shops>> =>
  database.within(member.scope, async (transaction) => {
    const found = await findUsers(transaction, [userId], platform);
    if (!found.ok) return fail(found.reason, found.detail);
    const user = found.users.get(userId);
    if (user === undefined) return fail('not_found');
    const { rows } = await transaction.query<ShopRow>(
      `${SELECT_SHOP} order by s.shop_id <> $1, s.marketplace <> (select marketplace from shop where shop_id = $1),
         s.name, s.shop_id`,
      [user.shopId],
    );
    const [lists, ...others] = rows;
    return lists === undefined ? fail('not_found') : success({ lists, others });
  });

const isLoggedIn = ({ state }: ShopRow): boolean => state === 'live' || state === 'catching_up';

/**
 * Searches by one SKU after another, until a product is found. A marketplace also finds SKUs that contain the wanted
 * one, so only products with one of the same SKUs are kept.
 */
async function askOther(context: Context, row: ShopRow, skus: ReadonlySet<string>): Promise<Other> {
  const shopId = asShopId(row.shop_id);
  let isComplete = skus.size <= MOST_SEARCHES;
  for (const keyword of [...skus].slice(0, MOST_SEARCHES)) {
    const page = await askShop(context, row, 'goods.searchProducts', { keyword, field: 'sellerSku', cursor: null });
    if (!page.ok) return { state: 'failed', shopId, refusal: page.refusal };
    const products = page.data.items.filter((product) => skusOf(product).some((sku) => skus.has(sku)));
    if (products.length > 0) return { state: 'sells', shopId, products };
    isComplete &&= page.data.next === null;
  }
  return { state: 'none', shopId, isComplete };
}

/** Asks the other shops at once, up to the bound. */
export async function getProductSourceDetail(
  context: Context,
  { productId, ...user }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const found = await findShops(context, user);
  if (!found.ok) return found;
  const { lists, others } = found.data;
  const product = await askShop(context, lists, 'goods.productDetail', productId);
  if (!product.ok) return product;
  const skus = skusOf(product.data);
  const [sellerSku] = skus;
  const listing = { shopId: asShopId(lists.shop_id), product: product.data, asOf: context.now };
  if (sellerSku === undefined) return success({ ...listing, sellerSku: null, shops: [] });
  const wanted = new Set(skus);
  let askedCount = 0;
  const shops = await Promise.all(
    others.map((row): Other | Promise<Other> => {
      const shopId = asShopId(row.shop_id);
      if (!isLoggedIn(row)) return { state: 'notAsked', shopId, why: 'not_logged_in' };
      askedCount += 1;
      if (askedCount > MOST_ASKED) return { state: 'notAsked', shopId, why: 'too_many' };
      return askOther(context, row, wanted);
    }),
  );
  return success({ ...listing, sellerSku, shops });
}
