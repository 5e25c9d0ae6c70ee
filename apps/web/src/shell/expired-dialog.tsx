import { Modal } from 'antd';
import { leaveExpired } from '../base/session.ts';
import { useLocale, useTranslation } from '../base/texts/i18n.ts';
import { useTheme } from '../base/theme.ts';
import { AntdProvider } from '../ui/antd-provider.tsx';

/** Code 50001 (spec 2 §8): the only action is to log in again. Drafts and unsent texts are kept for after the login. */
export function ExpiredDialog() {
  const { t } = useTranslation('common');
  return (
    <AntdProvider locale={useLocale()} isDark={useTheme() === 'dark'}>
      <Modal
        open
        centered
        width={400}
        title={t('expired.title')}
        okText={t('expired.ok')}
        cancelButtonProps={{ style: { display: 'none' } }}
        closable={false}
        mask={{ closable: false }}
        keyboard={false}
        onOk={leaveExpired}
      >
        {t('expired.text')}
      </Modal>
    </AntdProvider>
  );
}
