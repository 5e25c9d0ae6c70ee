import type { OrderAddress } from '@pasar/domain';
import { useState } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './orders.module.css';

const MASK = '•••';
const firstOf = (text: string): string => [...text][0] ?? '';

/** Where the order goes. A person asks to see it, because the screen may be in sight of others. */
export function AddressFact({ address }: { readonly address: OrderAddress }) {
  const { t } = useTranslation('orders');
  const [isShown, setIsShown] = useState(false);
  const { receiver, phone, fullAddress } = address;
  return (
    <span className={styles.address} data-masked={!isShown}>
      <span>{isShown ? receiver : `${firstOf(receiver)}${MASK}`}</span>
      {phone !== null && <span className="numbers">{isShown ? phone : `${MASK}${phone.slice(-2)}`}</span>}
      <span>{isShown ? fullAddress : MASK}</span>
      <Button kind="link" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {t(isShown ? 'address.hide' : 'address.show')}
      </Button>
    </span>
  );
}
