import { composeSimulator, type Simulator, type SimulatorOptions } from './compose.ts';
import { LAZADA_ENDPOINTS } from './lazada/endpoints.ts';
import { startLazada } from './lazada/server.ts';
import { SHOPEE_ENDPOINTS } from './shopee/endpoints.ts';
import { startShopee } from './shopee/server.ts';
import { TIKTOK_ENDPOINTS } from './tiktok/endpoints.ts';
import { startTiktok } from './tiktok/server.ts';

/** The whole simulator: the control API and the three marketplaces. Rejects like `composeSimulator`. */
export const startSimulator = (options: SimulatorOptions): Promise<Simulator> =>
  composeSimulator(options, {
    shopee: { start: startShopee, endpoints: SHOPEE_ENDPOINTS },
    lazada: { start: startLazada, endpoints: LAZADA_ENDPOINTS },
    tiktok: { start: startTiktok, endpoints: TIKTOK_ENDPOINTS },
  });
