/** The shop's profile and settings: vacation, addresses, ratings (facts 1.7). */
import { z } from 'zod';
import type { TradeAddress } from '../world/trade.ts';
import type { World } from '../world/types.ts';
import { numericId } from './accounts.ts';
import type { CallInput, OpenRoute, ShopeeContext } from './context.ts';
import { type Desk, done, refused, sellerRoute, type Verdict } from './seller-desk.ts';
import { idField, queriedSlice, toHash, toSeconds } from './seller-fields.ts';

/** After it was turned off, vacation cannot be turned on for three hours (spec 1 §4). A restart forgets that time. */
const COOL_DOWN_MS = 3 * 3_600_000;
const turnedOffAt = new WeakMap<World, Map<string, number>>();

const settingsBody = z.object({ enable_vacation_mode: z.boolean() });
function setSettings(desk: Desk, { body }: CallInput, { world, now }: ShopeeContext): Verdict {
  const parsed = settingsBody.safeParse(body);
  if (!parsed.success) return refused('invalid settings');
  const { enable_vacation_mode: isOn } = parsed.data;
  if (isOn === desk.trade.isOnVacation) return done();
  const { shopId } = desk.shop;
  const offAt = turnedOffAt.get(world) ?? new Map<string, number>();
  turnedOffAt.set(world, offAt);
  if (isOn && now() - (offAt.get(shopId) ?? Number.NEGATIVE_INFINITY) < COOL_DOWN_MS) {
    return refused('Errors within expectations');
  }
  if (!isOn) offAt.set(shopId, now());
  return desk.apply({ change: 'vacation', isOn }) ? done() : refused('not changed');
}

const addressRow = ({ addressId, receiver, phone, district, town, fullAddress }: TradeAddress): unknown => ({
  address_id: numericId(addressId),
  name: receiver,
  phone,
  district,
  town,
  full_address: fullAddress,
  geo_info: '',
});
const addressBody = z.object({
  name: z.string().min(1),
  phone: z.string().min(1),
  district: z.string(),
  town: z.string(),
  full_address: z.string().min(1),
});
type WrittenAddress = z.output<typeof addressBody>;
function keepAddress(desk: Desk, addressId: string, written: WrittenAddress, unkept: string): Verdict {
  const { name: receiver, phone, district, town, full_address: fullAddress } = written;
  const address = { addressId, receiver, phone, district, town, fullAddress };
  return desk.apply({ change: 'address', address }) ? done({ address_id: numericId(addressId) }) : refused(unkept);
}
function addAddress(desk: Desk, { body }: CallInput): Verdict {
  const parsed = addressBody.safeParse(body);
  if (!parsed.success) return refused('invalid address');
  const id = numericId(`address ${desk.shop.shopId} ${JSON.stringify(parsed.data)}`).toString();
  return keepAddress(desk, id, parsed.data, 'the address book is full');
}
function updateAddress(desk: Desk, { body }: CallInput): Verdict {
  const parsed = addressBody.extend({ address_id: idField }).safeParse(body);
  if (!parsed.success) return refused('invalid address');
  const isThere = desk.trade.addresses.some(({ addressId }) => addressId === parsed.data.address_id);
  if (!isThere) return refused('address not found');
  return keepAddress(desk, parsed.data.address_id, parsed.data, 'address not found');
}

const RATINGS = 50;
function searchReviews({ trade }: Desk, input: CallInput): Verdict {
  const stars = (input.query.rating_star ?? '5,4,3,2,1').split(',').map(Number);
  const found = trade.ratings.filter((rating) => stars.includes(rating.stars));
  const slice = queriedSlice(found, input, RATINGS);
  if (slice === null) return refused('invalid page');
  return done({
    page_info: { total: slice.total, page_number: null, page_size: null },
    list: slice.items.map((rating) => ({
      comment_id: numericId(rating.ratingId),
      rating_star: rating.stars,
      comment: rating.comment,
      images: rating.pictures.map(toHash),
      ctime: toSeconds(rating.at),
      user_id: numericId(rating.buyerId),
      user_name: rating.buyerName,
      user_portrait: '',
      order_sn: rating.orderNumber,
      product_id: numericId(rating.productId),
      product_name: rating.productName,
      reply: rating.reply === null ? null : { comment: rating.reply },
    })),
  });
}

export const SELLER_SETTINGS_ROUTES: readonly OpenRoute[] = [
  sellerRoute({
    method: 'GET',
    path: '/api/v3/general/get_shop_info',
    family: 'v3',
    provenance: 'seen',
    answer: ({ shop, trade }) =>
      done({ shop_id: numericId(shop.shopId), name: shop.name, holiday_mode_on: trade.isOnVacation }),
  }),
  sellerRoute({
    method: 'GET',
    path: '/api/sellermisc/sc_conf/get_shop_settings',
    family: 'marketing',
    provenance: 'seen',
    answer: ({ trade }) => done({ holiday_mode_on: trade.isOnVacation }),
  }),
  sellerRoute({
    method: 'POST',
    path: '/api/sellermisc/sc_conf/set_shop_settings',
    family: 'marketing',
    provenance: 'seen',
    answer: setSettings,
  }),
  sellerRoute({
    method: 'GET',
    path: '/api/v3/settings/get_address',
    family: 'v3',
    provenance: 'seen',
    answer: ({ trade }) => done({ list: trade.addresses.map(addressRow) }),
  }),
  sellerRoute({
    method: 'POST',
    path: '/api/v3/settings/add_address',
    family: 'v3',
    provenance: 'seen',
    answer: addAddress,
  }),
  sellerRoute({
    method: 'POST',
    path: '/api/v3/settings/update_address',
    family: 'v3',
    provenance: 'ours',
    answer: updateAddress,
  }),
  sellerRoute({
    method: 'GET',
    path: '/api/v3/settings/search_shop_rating_comments_new',
    family: 'v3',
    provenance: 'seen',
    answer: searchReviews,
  }),
];
