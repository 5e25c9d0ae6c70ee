import type { OrderAddress } from '@pasar/domain';
import { useState } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './orders.module.css';

const MASK = '•••';
const firstOf = (text: string): string => [...text][0] ?? '';

/**
 * Where the order goes, in one line that tells little. A person asks to see the whole, because the screen may be in sight
 * of others.
 */
export function AddressFact({ address }: { readonly address: OrderAddress }) {
  const { t } = useTranslation('orders');
  const [isShown, setIsShown] = useState(false);
  const { receiver, phone, fullAddress } = address;
  const masked = [`${firstOf(receiver)}${MASK}`, phone === null ? MASK : `${MASK}${phone.slice(-2)}`];
  return (
    <span className={isShown ? styles.address : styles.folded}>
      {isShown ? (
        <>
          <span>{receiver}</span>
          {phone !== null && <span className="numbers">{phone}</span>}
          <span>{fullAddress}</span>
        </>
      ) : (
        <span>{masked.join(' ')}</span>
      )}
      <Button kind="link" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {t(isShown ? 'address.hide' : 'address.show')}
      </Button>
    </span>
  );
}
