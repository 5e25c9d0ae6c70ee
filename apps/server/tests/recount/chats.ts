/** The conversations of a shop, as the simulator's control API tells them. Imports nothing of ours, as `books.ts`. */
import type { ToldMessage } from './shares.ts';

export interface BookedPlace {
  readonly marketplace: string;
  readonly shopId: string;
  readonly buyerId: string;
}

async function read(controlOrigin: string, path: string): Promise<unknown> {
  const response = await fetch(`${controlOrigin}${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** The buyers who have a conversation with the shop; those who wrote last come first. */
export async function buyersOf(
  controlOrigin: string,
  { marketplace, shopId }: Omit<BookedPlace, 'buyerId'>,
): Promise<readonly BookedPlace[]> {
  const { shops } = (await read(controlOrigin, '/sim/state?seller=all')) as {
    shops: { marketplace: string; shopId: string; buyers: { buyerId: string }[] }[];
  };
  const shop = shops.find((one) => one.marketplace === marketplace && one.shopId === shopId);
  if (shop === undefined) throw new Error(`no shop ${shopId} at ${marketplace}`);
  return shop.buyers.map(({ buyerId }) => ({ marketplace, shopId, buyerId }));
}

const AUTHORS = { buyer: 'buyer', seller: 'seller', sellerApp: 'seller', system: 'system' } as const;

/** Every message of a conversation that was accepted and not taken back. */
export async function readChat(controlOrigin: string, place: BookedPlace): Promise<readonly ToldMessage[]> {
  const query = new URLSearchParams({ ...place });
  const { messages } = (await read(controlOrigin, `/sim/conversations?${query}`)) as {
    messages: { from: keyof typeof AUTHORS; acceptedAt: number; status: string }[];
  };
  return messages
    .filter(({ status }) => status === 'available')
    .map(({ from, acceptedAt }) => ({
      conversation: `${place.shopId}/${place.buyerId}`,
      author: AUTHORS[from],
      sentAt: acceptedAt,
    }));
}
