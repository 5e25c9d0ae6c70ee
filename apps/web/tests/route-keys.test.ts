import { readFile } from 'node:fs/promises';
import { CALLS, type Call } from '@pasar/api';
import { PERMISSION_KEYS, type PermissionKey } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { expect, it } from 'vitest';
import { TIMER_PATH } from '../src/base/guard.ts';
import { CHAT_ROUTES } from '../src/base/scopes.ts';
import { sectionsFor } from '../src/shell/settings-sections.ts';
import { ANNA } from './builders.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

interface Row {
  /** Without it a sub-account does not see the screen. `main`: no sub-account sees it; `none`: everybody does. */
  readonly key: PermissionKey | 'main' | 'none';
  /** The heading or the list that only this screen has. */
  readonly content: readonly ['heading' | 'region', string];
  /** What the screen asks for. */
  readonly call: Call;
  /** What a sub-account without the key sees instead. */
  readonly instead: readonly ['heading' | 'region' | 'text', string];
}

const CHAT: Row = {
  key: 'chat',
  content: ['region', 'Conversations'],
  call: CALLS.chat.conversations,
  instead: ['text', 'You have no permission to read conversations'],
};
const section = (name: string, call: Call): Row => ({
  key: 'main',
  content: ['heading', name],
  call,
  instead: ['heading', 'Login and security'],
});
/** Every screen of the desk's window. A screen that is added needs a row here. */
const ROWS: Readonly<Record<string, Row>> = {
  ...Object.fromEntries(CHAT_ROUTES.map(({ path }) => [path, CHAT])),
  '/orders': {
    key: 'order',
    content: ['region', 'Orders'],
    call: CALLS.orderBook.searchOrderList,
    instead: ['text', 'You have no permission for this'],
  },
  '/orders/after-sales': {
    key: 'order',
    content: ['region', 'After-sales'],
    call: CALLS.afterSales.afterSalesCases,
    instead: ['text', 'You have no permission for this'],
  },
  '/orders/reviews': {
    key: 'order',
    content: ['region', 'Reviews'],
    call: CALLS.reviews.listReviews,
    instead: ['text', 'You have no permission for this'],
  },
  '/orders/notifications': {
    key: 'order',
    content: ['region', 'Notifications of the marketplace'],
    call: CALLS.notifications.listNotifications,
    instead: ['text', 'You have no permission for this'],
  },
  '/orders/statistics': {
    key: 'order',
    content: ['region', 'Statistics'],
    call: CALLS.statistics.figures,
    instead: ['text', 'You have no permission for this'],
  },
  '/orders/team': {
    key: 'order',
    content: ['region', 'Team figures'],
    call: CALLS.teamFigures.teamFigures,
    instead: ['text', 'You have no permission for this'],
  },
  '/bulk-send': {
    key: 'batchReply',
    content: ['region', 'Bulk send'],
    call: CALLS.bulkSend.getBatchSendTaskList,
    instead: ['text', 'You have no permission for this'],
  },
  '/order-care': {
    key: 'orderCare',
    content: ['region', 'Order care'],
    call: CALLS.orderCare.getOrderCareContent,
    instead: ['text', 'You have no permission for this'],
  },
  '/remarks': {
    key: 'remark',
    content: ['region', 'Remarks'],
    call: CALLS.remarks.getRemarkList,
    instead: ['text', 'You have no permission for this'],
  },
  '/search': {
    key: 'none',
    content: ['region', 'Search'],
    call: CALLS.search.searchEverything,
    instead: ['text', 'You have no permission for this'],
  },
  '/accounts': {
    key: 'shopManager',
    content: ['heading', 'Account health'],
    call: CALLS.logins.loginHealth,
    instead: ['region', 'Conversations'],
  },
  '/settings/team': section('Team', CALLS.team.getChildAccountList),
  '/settings/login': {
    key: 'none',
    content: ['heading', 'Login and security'],
    call: CALLS.security.sessions,
    instead: ['heading', 'Login and security'],
  },
  '/settings/chat': {
    key: 'chat',
    content: ['heading', 'Chat settings'],
    call: CALLS.chatSettings.getChatSetting,
    instead: ['text', 'You have no permission for this'],
  },
  '/settings/auto-reply': {
    key: 'chat',
    content: ['heading', 'Automatic answers'],
    call: CALLS.autoReply.getCountryAndReplySettingMap,
    instead: ['text', 'You have no permission for this'],
  },
  '/settings/sending': {
    key: 'batchReply',
    content: ['heading', 'Automatic sending'],
    call: CALLS.bulkSend.getConfig,
    instead: ['text', 'You have no permission for this'],
  },
  '/settings/alerts': section('Alerts', CALLS.alerts.readSettings),
  '/settings/answers': {
    key: 'none',
    content: ['heading', 'Response times'],
    call: CALLS.responseRules.responseRules,
    instead: ['heading', 'Response times'],
  },
  '/settings/assignment': section('Assignment', CALLS.assignmentRules.assignmentRules),
  '/settings/tags': section('Tag rules', CALLS.buyerTagRules.buyerTagRules),
  '/settings/tokens': section('API tokens', CALLS.team.apiTokens),
  '/settings/audit': section('Audit trail', CALLS.audit.auditTrail),
  '/settings/data': section('Data', CALLS.data.retention),
  '/settings/webhooks': section('Webhooks', CALLS.webhooks.webhooks),
  '/timer/index': {
    key: 'none',
    content: ['region', 'Timed work'],
    call: CALLS.timer.timerQueue,
    instead: ['text', 'You have no permission for this'],
  },
};

function answerAll(): void {
  const { model } = window.backend;
  model.answerWith(CALLS.logins.loginHealth, () => succeeded({ logins: [] }));
  model.answerWith(CALLS.team.getChildAccountList, () =>
    succeeded({ handle: 'shop', isFactorDemanded: false, children: [ANNA] }),
  );
  model.answerWith(CALLS.security.sessions, () => succeeded({ sessions: [] }));
  model.answerWith(CALLS.security.secondFactor, () => succeeded({ isOn: false, recoveryCodes: 0 }));
  model.answerWith(CALLS.security.passkeys, () => succeeded({ passkeys: [] }));
  const settings = { offKinds: [], mailAddresses: [], quiet: null };
  model.answerWith(CALLS.alerts.readSettings, () => succeeded({ settings, hasMail: true }));
  model.answerWith(CALLS.responseRules.responseRules, () => succeeded({ rules: [], changes: [] }));
  model.answerWith(CALLS.team.apiTokens, () => succeeded({ tokens: [] }));
  model.answerWith(CALLS.audit.auditTrail, () => succeeded({ entries: [], hasMore: false }));
  model.answerWith(CALLS.data.retention, () => succeeded({ messageDays: null, pictureDays: null, auditDays: 395 }));
  model.answerWith(CALLS.data.exportState, () =>
    succeeded({ state: 'none', askedAt: null, tablesDone: 0, tablesTotal: 0, rowsDone: 0, bytes: 0 }),
  );
  model.answerWith(CALLS.webhooks.webhooks, () => succeeded({ webhooks: [] }));
  model.answerWith(CALLS.timer.timerQueue, () => succeeded({ entries: [], counts: [], next: null }));
}

const ORDER_PATHS = [
  '/orders',
  '/orders/after-sales',
  '/orders/reviews',
  '/orders/notifications',
  '/orders/statistics',
  '/orders/team',
];

it('every screen of the window has its row', async () => {
  const source = await readFile(new URL('../src/shell/routes.tsx', import.meta.url), 'utf8');
  const inside = /<Route element=\{<DeskWindow \/>\}>([\s\S]*?)\n {8}<\/Route>/.exec(source)?.[1] ?? '';
  const written = [...inside.matchAll(/ path=(\S+)/g)].map(([, path]) => path);
  expect(written).toEqual([
    '{path}',
    '"/orders/*"',
    '"/bulk-send"',
    '"/order-care"',
    '"/remarks"',
    '"/search"',
    '"/accounts"',
    '"/settings/*"',
    '{TIMER_PATH}',
  ]);
  const screens = [
    ...CHAT_ROUTES.map(({ path }) => path),
    ...ORDER_PATHS,
    '/bulk-send',
    '/order-care',
    '/remarks',
    '/search',
    '/accounts',
    ...sectionsFor(true).map(({ path }) => `/settings/${path}`),
    TIMER_PATH,
  ];
  expect(Object.keys(ROWS)).toEqual(screens);
});

/** Shows another screen of the open window, as a link of the page does. */
const follow = (path: string) =>
  window.page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

it('a sub-account without the key of a screen sees nothing of it, and the window asks for nothing of it', async () => {
  const { page, backend, url } = window;
  answerAll();
  await window.enter('/chat/all?lang=en');
  const shown = ([role, name]: Row['instead']) =>
    role === 'text' ? page.getByText(name) : page.getByRole(role, { name, exact: true });
  // The main account sees each, so that what is looked for below is there to be seen.
  for (const [path, { content }] of Object.entries(ROWS)) {
    await follow(path);
    await shown(content).first().waitFor();
  }
  for (const [key, rows] of Map.groupBy(Object.entries(ROWS), ([, row]) => row.key)) {
    // Of a screen for everybody, an account without any key.
    if (key === 'none') backend.model.withdraw(...PERMISSION_KEYS);
    else if (key === 'main') backend.model.withdraw();
    else backend.model.withdraw(key);
    await page.goto('about:blank');
    const before = backend.calls.length;
    for (const [at, [path, { instead }]] of rows.entries()) {
      if (at === 0) await page.goto(url + path);
      else {
        await follow('/no/screen');
        await page.getByRole('heading', { name: 'Page not found' }).waitFor();
        await follow(path);
      }
      await shown(instead).first().waitFor();
      if (key === 'none') continue;
      for (const [other, { content }] of rows) expect(await shown(content).count(), `${other} at ${path}`).toBe(0);
    }
    if (key === 'none') continue;
    const asked = backend.calls.slice(before).map((call) => call.path);
    for (const [path, { call }] of rows) expect(asked, path).not.toContain(call.path);
  }
});
