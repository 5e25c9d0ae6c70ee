import { createMemoryStorage } from '@pasar/sync/testing/memory-storage';
import i18next from 'i18next';
import { beforeAll, describe, expect, it, vi } from 'vitest';

vi.stubGlobal('localStorage', createMemoryStorage());
const html = { lang: '' };
vi.stubGlobal('document', { documentElement: html });
let i18n: typeof import('../base/texts/i18n.ts');
beforeAll(async () => {
  i18n = await import('../base/texts/i18n.ts');
  await i18n.startI18n('en');
  await (await import('../features/chat/need-texts.ts')).needChatTexts();
  await i18n.needDeliveryTexts();
});

describe('texts', () => {
  it('fill their holes with what people typed, as it stands, and take the form of the count', () => {
    const t = i18next.getFixedT('en', 'chat');
    expect(t('search.noneText', { words: '<b>{{words}}</b> $&' })).toBe('No match for “<b>{{words}}</b> $&”.');
    expect([1, 2, 0].map((count) => t('unread', { count }))).toEqual([
      '1 unread message',
      '2 unread messages',
      '0 unread messages',
    ]);
  });

  it('have numbers as the language separates them, and leave what names something as it is', () => {
    const t = i18next.getFixedT('en', 'chat');
    expect(t('unread', { count: 50_000 })).toBe('50,000 unread messages');
    expect(t('card.product', { id: '50000' })).toBe('Product 50000');
    expect(t('unread', { count: 999 })).toBe('999 unread messages');
  });

  it('of another language are all there when it is switched, for the screens that were drawn', async () => {
    await i18n.changeLocale('zh-CN');
    expect(html.lang).toBe('zh-CN');
    expect(localStorage.getItem('pasar.locale')).toBe('zh-CN');
    const t = i18next.getFixedT('zh-CN', 'chat');
    expect(t('unread', { count: 1 })).toBe('1 条未读消息');
    expect(t('unread', { count: 50_000 })).toBe('50,000 条未读消息');
    expect(i18n.notSentText('too_frequent', 'zh-CN')).toContain('重新发送');
    expect(i18n.notSentText('no_permission', 'zh-CN')).toBe(i18n.reasonText('no_permission', 'zh-CN'));
  });

  it('of a message that was not sent name the button that helps, in its own words', async () => {
    const labels: Record<string, string[]> = {};
    for (const locale of ['zh-CN', 'zh-TW', 'en', 'th'] as const) {
      await i18n.changeLocale(locale);
      const t = i18next.getFixedT(locale, 'chat');
      labels[locale] = (
        ['content_too_long', 'message_refused', 'marketplace_unreachable', 'shop_login_expired'] as const
      ).filter((code) => {
        const button = code.startsWith('content') || code === 'message_refused' ? t('mark.edit') : t('mark.retry');
        return !i18n.notSentText(code, locale).includes(button);
      });
    }
    expect(labels).toEqual({ 'zh-CN': [], 'zh-TW': [], en: [], th: [] });
  });
});
