import { needRoutingTexts } from '../features/routing/need-texts.ts';

/** The page on which a member sets the proxy, with its texts. */
export async function loadSettingProxy() {
  const [{ SettingProxyPage }] = await Promise.all([
    import('../features/routing/setting-proxy-page.tsx'),
    needRoutingTexts(),
  ]);
  return SettingProxyPage;
}
