import { Modal } from 'antd';
import { AntdProvider } from '../ui/antd-provider.tsx';
import { useLocale, useTranslation } from './i18n.ts';
import { leaveExpired } from './session.ts';
import { useTheme } from './theme.ts';

/** Code 50001 (spec 2 §8). There is one way on; drafts and unsent texts are kept for after the login. */
export function ExpiredDialog() {
  const { t } = useTranslation('shell');
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
