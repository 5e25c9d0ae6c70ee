import { COUNTRIES, MARKETPLACES } from '@pasar/domain';
import type { ConnectionPlan, SubAccountPlan, TenantPlan } from '@pasar/server';
import { z } from 'zod';

/** The demo's sign-in. It exists only where the demo marketplaces run. */
export const DEMO_LOGIN = { username: 'demo@pasar.example', password: 'pasar-demo-1' };

const loginsAnswer = z.object({
  logins: z.array(
    z.object({
      marketplace: z.enum(MARKETPLACES),
      identifier: z.string(),
      password: z.string(),
      country: z.enum(COUNTRIES),
      seller: z.string(),
      shopIds: z.array(z.string()),
    }),
  ),
});
const stateAnswer = z.object({
  shops: z.array(
    z.object({
      marketplace: z.enum(MARKETPLACES),
      shopId: z.string(),
      name: z.string(),
      country: z.enum(COUNTRIES),
      isCb: z.boolean(),
    }),
  ),
});

/** The tenants of the demo, made from the logins and shops of the simulator. */
export async function planDemoTenants(controlOrigin: string): Promise<TenantPlan[]> {
  const ask = async <Answer>(path: string, shape: z.ZodType<Answer>) =>
    shape.parse(await (await fetch(`${controlOrigin}${path}`)).json());
  const { logins } = await ask('/sim/logins', loginsAnswer);
  const { shops } = await ask('/sim/state', stateAnswer);
  const connectionsOf = (seller: string): ConnectionPlan[] =>
    logins
      .filter((login) => login.seller === seller)
      .map(({ marketplace, identifier, password, country, shopIds }) => ({
        marketplace,
        identifier,
        password,
        country,
        shops: shops
          .filter((shop) => shop.marketplace === marketplace && shopIds.includes(shop.shopId))
          .map(({ shopId, name, country: site, isCb }) => ({ platformShopId: shopId, name, country: site, isCb })),
      }));
  const demo = connectionsOf('demo');
  return [
    {
      name: 'Pasar Demo',
      main: { ...DEMO_LOGIN, name: '王小美' },
      subAccounts: planSubAccounts(demo),
      connections: demo,
    },
    {
      name: 'Other Seller',
      main: { username: 'other@pasar.example', password: 'pasar-other-1', name: 'Other' },
      subAccounts: [],
      connections: connectionsOf('other'),
    },
  ];
}

/** One sub-account answers on Shopee, the other on Lazada and TikTok Shop. */
function planSubAccounts(connections: readonly ConnectionPlan[]): SubAccountPlan[] {
  const shopsOf = (...marketplaces: readonly string[]) =>
    connections
      .filter((connection) => marketplaces.includes(connection.marketplace))
      .flatMap(({ marketplace, shops }) => shops.map(({ platformShopId }) => ({ marketplace, platformShopId })));
  const shared = { password: 'pasar-demo-1', permissionCodeList: ['chat', 'order'] } as const;
  return [
    { ...shared, username: 'demo:anong', name: 'อนงค์', shops: shopsOf('shopee') },
    { ...shared, username: 'demo:linh', name: 'Linh', shops: shopsOf('lazada', 'tiktok') },
  ];
}
