import { mkdirSync } from 'node:fs';
import { asShopId } from '@pasar/domain';
import { openWindow, startBench } from './browser.ts';
import { uuidOf } from './fake-data.ts';

mkdirSync('/tmp/webshots/f', { recursive: true });
const bench = await startBench();
for (const [lang, scheme, width, height] of [
    ['zh-CN', 'dark', 1280, 800],
  ['th', 'light', 1280, 800],
] as const) {
  const w = await openWindow(bench, { size: { width, height } });
  const { page, backend } = w;
  page.setDefaultTimeout(30000);
  await page.emulateMedia({ colorScheme: scheme });
  const shot = (n: string) => page.screenshot({ path: `/tmp/webshots/f/${lang}-${n}.png` });
  await w.enter(`/chat/all?lang=${lang}`);
  await page.waitForTimeout(500);
  await shot('desk');
  backend.send({ type: 'moment', moment: { kind: 'notice', notice: 'shop_login_expire', connectionId: uuidOf('connection 7'), host: null } });
  await page.waitForTimeout(200);
  await page.goto(`${w.url}/chat/index?lang=${lang}`);
  await page.waitForTimeout(700);
  await shot('shopee');
  if ((await page.locator('#shops-pane header button').count()) === 1) await page.locator('#shops-pane header button').click();
  await page.waitForTimeout(300);
  await shot('unfolded');
  await page.locator('#shops-pane header button').nth(1).click();
  await page.locator('dialog tr[data-shop]').first().waitFor();
  backend.broken.add('/api/shops/importTemplate');
  backend.send({ type: 'moment', moment: { kind: 'notice', notice: 'shop_login_expire', connectionId: uuidOf('connection 7'), host: null } });
  await page.waitForTimeout(400);
  await shot('manage');
  await page.locator('dialog tr[data-shop]').first().locator('td').last().locator('button').click();
  await page.locator('[role=menuitem]').nth(1).click();
  await page.waitForTimeout(300);
  await shot('office');
  await page.keyboard.press('Escape');
  await page.locator('dialog [role=tab]').nth(2).click();
  await page.waitForTimeout(300);
  await page.locator('dialog section header button').first().click();
  await page.locator('dialog form footer button').first().click();
  await page.waitForTimeout(300);
  await shot('isolation');
  await page.keyboard.press('Escape');
  await page.locator('#shops-pane header button').last().click();
  await page.waitForTimeout(300);
  await shot('folded');
  await page.goto(`${w.url}/account/setting_proxy?lang=${lang}`);
  await page.waitForTimeout(500);
  await page.locator('form footer button').first().click();
  await page.waitForTimeout(300);
  await shot('proxy');
  await w.close();
}
await bench.stop();
