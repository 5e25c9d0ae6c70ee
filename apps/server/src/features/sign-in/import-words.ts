import { LOCALES, type Locale } from '@pasar/domain';

const COLUMNS = ['site', 'account', 'password'] as const;
export type Column = (typeof COLUMNS)[number];
type Heading = Column | 'reason';

/** The headings of a file of shops, in the language of the person who asks for the template. */
export const HEADINGS: Readonly<Record<Locale, Readonly<Record<Heading, string>>>> = {
  'zh-CN': { site: '站点', account: '账号', password: '密码', reason: '失败原因' },
  'zh-TW': { site: '站點', account: '帳號', password: '密碼', reason: '失敗原因' },
  en: { site: 'Site', account: 'Account', password: 'Password', reason: 'Reason' },
  th: { site: 'ไซต์', account: 'บัญชี', password: 'รหัสผ่าน', reason: 'เหตุผล' },
};

/** Other words for the same column in files that sellers keep for themselves. */
const OTHER_WORDS: Readonly<Record<Column, readonly string[]>> = {
  site: ['平台站点', '平台', '国家', '國家', '店铺站点', 'country', 'marketplace', 'ประเทศ'],
  account: ['帐号', '登录账号', '登入帳號', '用户名', '邮箱', 'username', 'user', 'email', 'login', 'ชื่อผู้ใช้', 'อีเมล'],
  password: ['登录密码', '登入密碼', 'pass', 'pwd'],
};

const WORDS: ReadonlyMap<string, Column> = new Map(
  COLUMNS.flatMap((column) =>
    [...LOCALES.map((locale) => HEADINGS[locale][column]), ...OTHER_WORDS[column]].map(
      (word) => [word.toLowerCase(), column] as const,
    ),
  ),
);

/** The index of each column. */
export type Layout = Readonly<Record<Column, number>>;
/** The columns of a file without headings. */
export const PLAIN_LAYOUT: Layout = { site: 0, account: 1, password: 2 };

/** The columns by their headings, in any language and order; null when one of the three is missing. */
export function layoutOf(row: readonly (string | null)[]): Layout | null {
  const words = row.map((cell) => WORDS.get((cell ?? '').replace(/[\s*]/g, '').toLowerCase()));
  const layout = {
    site: words.indexOf('site'),
    account: words.indexOf('account'),
    password: words.indexOf('password'),
  };
  return Object.values(layout).includes(-1) ? null : layout;
}
