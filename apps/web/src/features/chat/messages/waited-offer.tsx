import type { DeliveryView } from '@pasar/api';
import { useDesk } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from '../../../ui/offer-line.module.css';

/**
 * Offers to send answers that were refused because their shop was logged out, once it is logged in again. Each goes out
 * with its first key, as by Retry.
 */
export function WaitedOffer(props: {
  readonly deliveries: readonly DeliveryView[];
  /** Takes the focus from the button, which goes. */
  readonly onSend: () => void;
}) {
  const { deliveries } = props;
  const { t } = useTranslation('chat');
  const desk = useDesk();
  if (deliveries.length === 0) return null;
  const send = () => {
    void desk.sender.retryDeliveries(deliveries);
    props.onSend();
  };
  return (
    <div className={styles.offer} role="status">
      <Icon name="info" size={16} />
      <span className={styles.text}>{t('waited.text', { count: deliveries.length })}</span>
      <Button kind="primary" onClick={send}>
        {t('waited.send', { count: deliveries.length })}
      </Button>
    </div>
  );
}
