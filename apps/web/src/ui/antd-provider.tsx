import type { Locale } from '@pasar/domain';
import { theme as antdTheme, ConfigProvider, type ThemeConfig } from 'antd';
import enUS from 'antd/locale/en_US';
import thTH from 'antd/locale/th_TH';
import zhCN from 'antd/locale/zh_CN';
import zhTW from 'antd/locale/zh_TW';
import type { ReactNode } from 'react';

const LOCALES = { 'zh-CN': zhCN, 'zh-TW': zhTW, en: enUS, th: thTH } as const satisfies Record<Locale, unknown>;

/** Gives Ant Design the tokens of `tokens.css`, so that its forms and dialogs look like the rest of the window. */
const themeOf = (isDark: boolean): ThemeConfig => ({
  algorithm: isDark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
  token: {
    colorPrimary: isDark ? '#5179f2' : '#2f5bea',
    colorBgBase: isDark ? '#181b21' : '#ffffff',
    colorTextBase: isDark ? '#e7e9ed' : '#1a1e25',
    ...(isDark ? { colorBgContainer: '#13161b', colorBgElevated: '#1f232b', colorBorder: '#424a57' } : {}),
    fontSize: 13,
    borderRadius: 6,
    fontFamily: 'var(--font-sans)',
    motion: false,
  },
});

/**
 * Wraps forms and dialogs made with Ant Design, each a separate chunk. The desk itself does not use it, so that the
 * first paint of the chat does not wait for a component library.
 */
export function AntdProvider(props: {
  readonly locale: Locale;
  readonly isDark: boolean;
  readonly children: ReactNode;
}) {
  return (
    <ConfigProvider locale={LOCALES[props.locale]} theme={themeOf(props.isDark)}>
      {props.children}
    </ConfigProvider>
  );
}
