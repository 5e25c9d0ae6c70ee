import type { ShopView } from '@pasar/api';
import type { SendWarning } from '@pasar/domain';
import { useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { MARKETPLACE_NAMES } from '../../../ui/marketplace-mark.tsx';
import { GuardWordsDialog } from './guard-words-dialog.tsx';
import styles from './send-warnings.module.css';
import type { HeldText } from './use-send-guard.ts';

export interface SendWarningsProps {
  readonly held: HeldText;
  readonly shop: ShopView;
  readonly onSend: () => void;
}

/** Why a text has not gone out at the first Enter, and what sends it all the same. */
export function SendWarnings({ held, shop, onSend }: SendWarningsProps) {
  const { t } = useTranslation('guard');
  const countryName = useCountryName();
  const isMain = useDeskState(({ member }) => member?.isMain ?? false);
  const [isEditing, setIsEditing] = useState(false);
  const marketplace = MARKETPLACE_NAMES[shop.marketplace];
  const words = (warning: SendWarning): string => {
    switch (warning.kind) {
      case 'length':
        return t('guard.length', { marketplace, length: warning.length, most: warning.most });
      case 'inARow':
        return t('guard.inARow', { marketplace, most: warning.most });
      case 'closed':
        return t('guard.closed', { marketplace, days: warning.days });
      case 'contact':
        return t('guard.contact', { marketplace, found: warning.found });
      case 'word':
        return t('guard.word', { found: warning.found });
      case 'script':
        return t('guard.script');
    }
  };
  const hasWord = held.warnings.some(({ kind }) => kind === 'word');
  return (
    <div className={styles.warnings} role="alert">
      <ul className={styles.list}>
        {held.warnings.map((warning) => (
          <li key={warning.kind}>{words(warning)}</li>
        ))}
      </ul>
      <span className={styles.actions}>
        {hasWord && isMain && (
          <Button kind="plain" onClick={() => setIsEditing(true)}>
            {t('guard.edit', { country: countryName(shop.country) })}
          </Button>
        )}
        <Button kind="plain" onClick={onSend}>
          {t('guard.send')}
        </Button>
      </span>
      {isEditing && <GuardWordsDialog country={shop.country} onClose={() => setIsEditing(false)} />}
    </div>
  );
}
