import { CALLS, type ImportRowView, type ShopImportView } from '@pasar/api';
import { OWN_LIMITS, refusal } from '@pasar/domain';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { parseImport } from '../src/features/sign-in/import-file.ts';
import { writeTemplate } from '../src/features/sign-in/import-template.ts';
import { siteOf } from '../src/files/sites.ts';
import { readSpreadsheet } from '../src/files/spreadsheet/read.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';
import {
  captcha,
  demands,
  newestImport,
  openSignInHarness,
  PATIENT,
  refuses,
  type Seller,
  type SignInHarness,
  shopFacts,
  told,
} from './harness/sign-in-harness.ts';

let harness: SignInHarness;
beforeAll(async () => {
  harness = await openSignInHarness();
});
afterEach(() => harness.clean());
afterAll(() => harness.close());

const HEADER = ['site', 'account', 'password'];
const shops = (count: number, from = 1): string[][] =>
  Array.from({ length: count }, (_, at) => ['Shopee SG', `shop${at + from}@x`, `hush ${at + from}`]);

async function sheetOf(rows: readonly (readonly (string | null)[])[]): Promise<string> {
  const cells = rows.map((row) => row.map((value) => (value === null ? null : { value, type: String })));
  return (await writeExcelFile(cells).toBuffer()).toString('base64');
}

const give = (one: Seller, file: string) =>
  one.visitor.call(CALLS.signIn.importShops, { fileName: 'shops.xlsx', file });
const giveText = (one: Seller, text: string) => give(one, Buffer.from(text).toString('base64'));

/** The import of an answer, and its rows. */
async function taken(one: Seller, answer: Awaited<ReturnType<typeof give>>) {
  if (answer.result === 'fail') throw new Error(`${answer.code} ${answer.detail}`);
  const { shopImport } = CALLS.signIn.importShops.output.parse(answer.data);
  return { shopImport, rows: await rowsOf(one, shopImport.importId) };
}

async function begin(one: Seller, rows: readonly (readonly string[])[]): Promise<ShopImportView> {
  const answer = await give(one, await sheetOf([HEADER, ...rows]));
  if (answer.result === 'fail') throw new Error(`${answer.code} ${answer.detail}`);
  return CALLS.signIn.importShops.output.parse(answer.data).shopImport;
}

async function rowsOf(one: Seller, importId: string): Promise<readonly ImportRowView[]> {
  const answer = await one.visitor.call(CALLS.signIn.importRows, { importId });
  if (answer.result === 'fail') throw new Error(String(answer.code));
  return CALLS.signIn.importRows.output.parse(answer.data).rows;
}

const untilDone = (one: Seller): Promise<void> =>
  one.window.until((window) => {
    const counts = newestImport(window)?.counts;
    return counts !== undefined && counts.waiting + counts.importing === 0;
  });

/** Brings one shop for each login, and refuses the logins that the test names. */
const bringsOneEach =
  (connector: ScriptedConnector, isRefused: (number: number) => boolean = () => false): ScriptedConnector['onSignIn'] =>
  ({ credentials }) => {
    const number = Number(/\d+/.exec(credentials.identifier)?.[0]);
    return isRefused(number)
      ? refuses(refusal('wrong_account_or_password'))
      : { ok: true, value: connector.session([shopFacts(String(900_000 + number))]) };
  };

describe('the template', () => {
  test.each([
    ['zh-CN', ['站点', '账号', '密码'], 'Shopee MY (马来西亚)'],
    ['zh-TW', ['站點', '帳號', '密碼'], 'Shopee MY (馬來西亞)'],
    ['en', ['Site', 'Account', 'Password'], 'Shopee MY (Malaysia)'],
    ['th', ['ไซต์', 'บัญชี', 'รหัสผ่าน'], 'Shopee MY (มาเลเซีย)'],
  ] as const)(
    'in %s: offers every site, and can be filled in; its example row is ignored',
    async (locale, head, site) => {
      const bytes = await writeTemplate(locale);
      const read = await readSpreadsheet(bytes, locale, 300);
      if (read.kind !== 'rows') throw new Error(read.kind);
      expect(read.rows[0]).toEqual(head);
      expect(read.rows).toHaveLength(2);
      const parts = unzipSync(bytes);
      const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
      expect(sheet).toMatch(
        /<\/sheetData>.*<dataValidation type="list".*sqref="A2:A501"><formula1>Sites!\$A\$1:\$A\$30</,
      );
      expect(
        Object.keys(parts)
          .filter((part) => part.endsWith('.xml'))
          .map((part) => strFromU8(parts[part] ?? new Uint8Array()))
          .join(''),
      ).toContain(site);
      expect(parseImport(read.rows)).toEqual({ ok: false, reason: 'import_empty' });
      expect(parseImport([...read.rows, [site, 'a@x', 'p']])).toEqual({
        ok: true,
        rows: [{ rowNumber: 3, marketplace: 'shopee', country: 'MY', identifier: 'a@x', password: 'p' }],
        refused: [],
      });
    },
  );

  test('is given in the language of the request', async () => {
    const one = await harness.seller();
    const answer = await one.visitor.call(CALLS.signIn.importTemplate);
    const { file } = CALLS.signIn.importTemplate.output.parse(answer.result === 'success' ? answer.data : null);
    expect(await give(one, file)).toMatchObject({ result: 'fail', code: 'import_empty' });
  });
});

describe('the site of a row', () => {
  test.each([
    ['Shopee MY', 'shopee', 'MY'],
    ['shopee/my', 'shopee', 'MY'],
    ['Shopee Malaysia', 'shopee', 'MY'],
    ['Shopee 马来西亚站', 'shopee', 'MY'],
    ['Lazada泰国', 'lazada', 'TH'],
    ['TikTok Shop PH', 'tiktok', 'PH'],
    ['TikTok ฟิลิปปินส์', 'tiktok', 'PH'],
    ['Shopee CNSC', 'shopee', 'CNSC'],
  ])('%s', (text, marketplace, country) => expect(siteOf(text)).toEqual({ marketplace, country }));

  test.each(['', 'MY', 'Shopee', 'Shopee ZZ', 'Lazada BR', 'Shoppy SG'])('is not %s', (text) =>
    expect(siteOf(text)).toBeNull(),
  );
});

describe('a refused file starts no sign-in', () => {
  const whole = ['Shopee SG', 'a@x', 'p'];
  test.each<[string, readonly (readonly (string | null)[])[], string]>([
    ['without rows', [HEADER], 'import_empty'],
    ['with blank rows alone', [HEADER, [' ', '', '']], 'import_empty'],
    ['of other columns', [['shop', 'name', 'word'], whole], 'import_unreadable'],
    ['without a column for the password', [['site', 'account', 'note'], whole], 'import_unreadable'],
    ['with too many rows', [HEADER, ...shops(501)], 'import_too_many_rows'],
  ])('%s', async (_what, rows, code) => {
    const one = await harness.seller();
    expect(await give(one, await sheetOf(rows))).toMatchObject({ result: 'fail', code, detail: null });
    const imports = await one.visitor.call(CALLS.signIn.imports);
    expect(imports).toMatchObject({ data: { imports: [] } });
  });

  test('that is no spreadsheet', async () => {
    const one = await harness.seller();
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
    const letter = base64(Buffer.from('a letter to a friend'));
    expect(await give(one, letter)).toMatchObject({ result: 'fail', code: 'import_unreadable' });
    for (const file of [
      base64(zipSync({ 'a.txt': Buffer.from('not a workbook') })),
      base64(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0])),
      // The start of a workbook of Excel 97.
      base64(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])),
    ]) {
      expect(await give(one, file)).toMatchObject({ result: 'fail', code: 'spreadsheet_unreadable' });
    }
    expect(await give(one, 'not base64!')).toMatchObject({ result: 'fail', code: 'invalid_request' });
  });

  test('that is too large, packed or unpacked', async () => {
    const one = await harness.seller();
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(64_000_000) });
    expect(bomb.byteLength).toBeLessThan(200_000);
    const parts = zipSync(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}.xml`, new Uint8Array(1)])));
    const long = Buffer.from('\n'.repeat(20_001));
    for (const bytes of [bomb, parts, long, new Uint8Array(1_200_000), new Uint8Array(3_000_000)]) {
      const answer = await give(one, Buffer.from(bytes).toString('base64'));
      expect(answer).toMatchObject({ result: 'fail', code: 'import_too_large' });
    }
  });
});

describe('a careless file', () => {
  test('starts its good rows, and lists every other row with its reason', async () => {
    const one = await harness.seller();
    const text = (value: string) => ({ value, type: String });
    const cells = [
      ['Note', 'Password', 'Site', 'Account'].map(text),
      ['', 'p1', 'Shopee SG', 'a@x'].map(text),
      ['', '', '', ''].map(text),
      ['', '', 'Shopee SG', 'b@x'].map(text),
      ['', 'p', 'Shopee ZZ', 'c@x'].map(text),
      ['', 'q', 'shopee/sg', 'A@x'].map(text),
      [text(''), { value: true, type: Boolean }, text('Shopee SG'), text('d@x')],
      [text(''), { value: 123_456, type: Number }, text('Shopee SG'), text('e@x')],
      ['', 'p'.repeat(201), 'Shopee SG', 'f@x'].map(text),
      ['n'.repeat(400), 'p', 'Shopee MY', 'a@x', ...Array.from({ length: 20 }, () => 'note')].map(text),
    ];
    const file = (await writeExcelFile(cells).toBuffer()).toString('base64');
    const { shopImport, rows } = await taken(one, await give(one, file));
    expect(shopImport.counts).toEqual({ waiting: 3, importing: 0, success: 0, failed: 5 });
    expect(rows.map((row) => [row.rowNumber, row.site, row.identifier, row.refusal?.reason ?? row.state])).toEqual([
      [2, { marketplace: 'shopee', country: 'SG' }, 'a@x', 'waiting'],
      [4, 'Shopee SG', 'b@x', 'import_row_incomplete'],
      [5, 'Shopee ZZ', 'c@x', 'import_site_unknown'],
      [6, 'shopee/sg', 'A@x', 'import_row_repeated'],
      [7, 'Shopee SG', 'd@x', 'import_cell_not_text'],
      [8, { marketplace: 'shopee', country: 'SG' }, 'e@x', 'waiting'],
      [9, 'Shopee SG', 'f@x', 'import_cell_too_long'],
      [10, { marketplace: 'shopee', country: 'MY' }, 'a@x', 'waiting'],
    ]);
    const stored = await harness.database.owner.query('select refused_rows::text as rows from shop_import');
    expect(JSON.stringify(stored.rows)).not.toContain('ppp');
    const answer = await one.visitor.call(CALLS.signIn.exportFailedRows, { importId: shopImport.importId });
    const failed = CALLS.signIn.exportFailedRows.output.parse(answer.result === 'success' ? answer.data : null);
    const read = await readSpreadsheet(Buffer.from(failed.file, 'base64'), 'en', 300);
    expect(read.kind === 'rows' && read.rows.map((row) => row.slice(0, 3))).toEqual([
      ['Site', 'Account', 'Password'],
      ['Shopee SG', 'b@x', ''],
      ['Shopee ZZ', 'c@x', ''],
      ['shopee/sg', 'A@x', ''],
      ['Shopee SG', 'd@x', ''],
      ['Shopee SG', 'f@x', ''],
    ]);
  });

  test('of which no row is good is listed too, and another account sees nothing of it', async () => {
    const [one, stranger] = [await harness.seller(), await harness.seller()];
    const { shopImport, rows } = await taken(one, await giveText(one, 'site,account,password\nShopee SG,😀😀,\n'));
    expect(shopImport.counts).toEqual({ waiting: 0, importing: 0, success: 0, failed: 1 });
    expect(rows).toMatchObject([{ rowNumber: 2, identifier: '😀😀', signInId: null }]);
    const asked = await stranger.visitor.call(CALLS.signIn.importRows, { importId: shopImport.importId });
    expect(asked).toMatchObject({ result: 'fail', code: 'not_found' });
  });

  test.each([
    ['a CSV file', '站点,账号,密码\nShopee SG,a@x,"p,1"\n', 2],
    ['rows that were copied with their headings', 'ไซต์\tบัญชี\tรหัสผ่าน\nShopee SG\ta@x\tp,1', 2],
    ['rows that were copied alone', 'Shopee SG\ta@x\tp,1', 1],
  ])('may be %s', async (_what, text, rowNumber) => {
    const one = await harness.seller();
    const { rows } = await taken(one, await giveText(one, text));
    expect(rows).toMatchObject([{ rowNumber, identifier: 'a@x', state: 'waiting' }]);
  });
});

describe('an import', () => {
  test('of 200 rows, 20 of them refused, survives the death of its process, and tells its progress', async () => {
    const isRefused = (number: number) => number % 10 === 0;
    const release = Promise.withResolvers<void>();
    const dying = new ScriptedConnector();
    const brings = bringsOneEach(dying, isRefused);
    let hanging = 0;
    dying.onSignIn = async (context) => {
      if (dying.asked.logins > 60) {
        hanging += 1;
        await release.promise;
      }
      return brings?.(context) ?? refuses(refusal('login_failed'));
    };
    harness.shopee.onSignIn = bringsOneEach(harness.shopee, isRefused);
    const one = await harness.seller();
    onTestFinished(() => release.resolve());
    const dead = await harness.openSignIns({ shopee: dying });
    const { importId, counts } = await begin(one, shops(200));
    expect(counts).toEqual({ waiting: 200, importing: 0, success: 0, failed: 0 });
    // As many as one account may have under way: no further row is claimed.
    await vi.waitFor(() => expect(hanging).toBe(OWN_LIMITS.signInsAtOnce), PATIENT);
    const dyingOut = dead.stop();
    const lapsed = await harness.database.owner.query(
      `update sign_in set claim_until = clock_timestamp() - interval '1 second'
       where import_id = $1 and state = 'logging_in'`,
      [importId],
    );
    expect(lapsed.rowCount).toBe(OWN_LIMITS.signInsAtOnce);
    await harness.openSignIns();
    await vi.waitFor(() => expect(newestImport(one.window)?.counts.success).toBe(180), {
      timeout: 50_000,
      interval: 50,
    });
    await untilDone(one);
    expect(newestImport(one.window)?.counts).toEqual({ waiting: 0, importing: 0, success: 180, failed: 20 });
    const steps = told(one.window, 'shopImport').map((change) => change.shopImport.counts);
    for (const [at, step] of steps.entries()) {
      expect(step.waiting + step.importing + step.success + step.failed).toBe(200);
      expect(step.success).toBeGreaterThanOrEqual(steps[at - 1]?.success ?? 0);
    }
    // An account's import is carried out a few rows at a time.
    expect(Math.max(...steps.map((step) => step.importing))).toBeLessThanOrEqual(8);
    release.resolve();
    await dyingOut;
    expect(await one.shopIds()).toHaveLength(180);
    expect(newestImport(one.window)?.counts.success).toBe(180);
    await expectExport(one, importId);
    expect(harness.lines.filter((line) => line.includes('hush'))).toEqual([]);
    expect(JSON.stringify(one.window.frames)).not.toContain('hush');
  });

  async function expectExport(one: Seller, importId: string): Promise<void> {
    const rows = await rowsOf(one, importId);
    const failed = rows.filter((row) => row.state === 'failed');
    expect(failed.map((row) => row.rowNumber)).toEqual(Array.from({ length: 20 }, (_, at) => at * 10 + 11));
    const answer = await one.visitor.call(CALLS.signIn.exportFailedRows, { importId });
    const { file } = CALLS.signIn.exportFailedRows.output.parse(answer.result === 'success' ? answer.data : null);
    const read = await readSpreadsheet(Buffer.from(file, 'base64'), 'en', 300);
    const cells = read.kind === 'rows' ? read.rows : [];
    expect(cells).toHaveLength(21);
    expect(cells[1]).toEqual(['Shopee SG', 'shop10@x', '', expect.stringContaining('password')]);
    const filled = cells.map((row, at) => (at === 0 ? [...row] : [row[0] ?? '', row[1] ?? '', 'mended', '']));
    harness.shopee.onSignIn = bringsOneEach(harness.shopee);
    const again = await give(one, await sheetOf(filled));
    expect(again).toMatchObject({ result: 'success' });
    await one.window.until((window) => newestImport(window)?.counts.success === 20);
  }

  test('has one proxy for all its rows, which the connection of each keeps; a proxy of another account is refused', async () => {
    harness.shopee.onSignIn = bringsOneEach(harness.shopee);
    const [one, stranger] = [await harness.seller(), await harness.seller()];
    const line = await harness.database.owner.query<{ ip_subject_id: string }>(
      `insert into ip_subject (account_id, scope, name, type, proxy_type, host, port, created_at)
       values ($1, 'platform', 'line', 'http', 'static', '203.0.113.7', 8080, 0) returning ip_subject_id`,
      [one.tenant.accountId],
    );
    const ipSubjectId = line.rows[0]?.ip_subject_id;
    const file = await sheetOf([HEADER, ...shops(3, 700)]);
    const giveBy = (who: Seller) =>
      who.visitor.call(CALLS.signIn.importShops, { fileName: 'shops.xlsx', file, ipSubjectId });
    expect(await giveBy(stranger)).toMatchObject({ result: 'fail', code: 'not_found' });
    expect(await giveBy(one)).toMatchObject({ result: 'success' });
    const ways = async (table: 'sign_in' | 'connection') => {
      const rows = await harness.database.owner.query(
        `select ip_subject_id from ${table} where account_id = $1 and identifier like 'shop70%'`,
        [one.tenant.accountId],
      );
      return rows.rows.map((row) => row.ip_subject_id);
    };
    expect(await ways('sign_in')).toEqual([ipSubjectId, ipSubjectId, ipSubjectId]);
    await harness.openSignIns();
    await untilDone(one);
    expect(await ways('connection')).toEqual([ipSubjectId, ipSubjectId, ipSubjectId]);
  });

  test('a row with a challenge has failed, and continues by hand', async () => {
    const { shopee } = harness;
    const brings = bringsOneEach(shopee);
    shopee.onSignIn = (context) =>
      context.credentials.identifier === 'shop2@x' && context.answer === null
        ? demands(captcha('picture'), refusal('captcha_needed'))
        : (brings?.(context) ?? refuses(refusal('login_failed')));
    const one = await harness.seller();
    await harness.openSignIns();
    const { importId } = await begin(one, shops(3));
    await untilDone(one);
    const asking = (await rowsOf(one, importId)).find((row) => row.state === 'failed');
    expect(asking).toMatchObject({ rowNumber: 3, refusal: { reason: 'captcha_needed' } });
    const open = await one.visitor.call(CALLS.signIn.signIns);
    expect(open).toMatchObject({ data: { signIns: [{ signInId: asking?.signInId, state: 'challenged' }] } });
    await one.until(asking?.signInId ?? '', 'challenged');
    await one.answer(asking?.signInId ?? '', { kind: 'captcha', text: 'seen' });
    await one.until(asking?.signInId ?? '', 'logged_in');
    expect(newestImport(one.window)?.counts).toEqual({ waiting: 0, importing: 0, success: 3, failed: 0 });
  });

  test('leaves room for sign-ins by hand', async () => {
    const release = Promise.withResolvers<void>();
    const { shopee } = harness;
    const brings = bringsOneEach(shopee);
    shopee.onSignIn = async (context) => {
      if (context.credentials.identifier !== 'hand7') await release.promise;
      return brings?.(context) ?? refuses(refusal('login_failed'));
    };
    const one = await harness.seller();
    await harness.openSignIns();
    await begin(one, shops(30, 100));
    await vi.waitFor(() => expect(shopee.asked.logins).toBeGreaterThan(2), PATIENT);
    const { signInId } = await one.start('hand7');
    await one.until(signInId, 'logged_in');
    release.resolve();
    await untilDone(one);
    expect(newestImport(one.window)?.counts.success).toBe(30);
  });
});
