import { TOKEN_LIMITS, type TokenView } from '@pasar/api';
import { useState } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { dayOf, fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import section from '../../ui/section.module.css';
import table from '../../ui/table.module.css';
import { toast } from '../../ui/toasts.tsx';
import { useNow } from '../../ui/use-now.ts';
import { deleteApiToken } from './commands.ts';
import { API_TOKENS } from './look-ups.ts';
import { ShopsOf, useKeyNames } from './rights-shown.tsx';
import styles from './team-panel.module.css';
import { TokenDialog } from './token-dialog.tsx';

/** The API tokens of the account, and the ways to make and delete one. For the main account alone. */
export function TokensPanel() {
  const { t } = useTranslation('team');
  const { t: common } = useTranslation('common');
  const look = useLookUp(API_TOKENS, {});
  const [isAdding, setIsAdding] = useState(false);
  const [deleting, setDeleting] = useState<TokenView | null>(null);
  const count = look.state === 'found' || look.state === 'stale' ? look.data.tokens.length : 0;
  const add = (
    <Button kind="primary" disabled={count >= TOKEN_LIMITS.most} onClick={() => setIsAdding(true)}>
      <Icon name="plus" size={15} />
      {t('token.add')}
    </Button>
  );
  const remove = async ({ tokenId }: TokenView) => {
    const result = await deleteApiToken(tokenId);
    if (!result.ok) toast('bad', failureText(result.failure, common));
  };
  return (
    <>
      <header className={section.head}>
        <div>
          <h2>{t('tokens.title')}</h2>
          <p className={section.hint}>{t('tokens.text')}</p>
        </div>
        {count > 0 && add}
      </header>
      <LookedUpPart
        look={look}
        draw={({ tokens }) =>
          tokens.length === 0 ? (
            <Empty icon="plug" title={t('tokens.empty')} text={t('tokens.emptyText')}>
              {add}
            </Empty>
          ) : (
            <Tokens tokens={tokens} onDelete={setDeleting} />
          )
        }
      />
      {isAdding && <TokenDialog onClose={() => setIsAdding(false)} />}
      {deleting !== null && (
        <ConfirmDialog
          title={t('token.delete.title')}
          text={t('token.delete.text')}
          confirm={t('delete')}
          cancel={t('cancel')}
          tone="danger"
          onConfirm={() => void remove(deleting)}
          onClose={() => setDeleting(null)}
        >
          {deleting.name} (…{deleting.hint})
        </ConfirmDialog>
      )}
    </>
  );
}

function Tokens(props: { readonly tokens: readonly TokenView[]; readonly onDelete: (token: TokenView) => void }) {
  const { t } = useTranslation('team');
  return (
    <div className={table.scroll}>
      <table className={`${table.table} ${styles.table}`}>
        <thead>
          <tr>
            <th>{t('token.name')}</th>
            <th>{t('field.permissions')}</th>
            <th>{t('field.shops')}</th>
            <th>{t('token.used')}</th>
            <th>{t('token.ends')}</th>
            <th>
              <span className={styles.unseen}>{t('delete')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.tokens.map((token) => (
            <TokenRow key={token.tokenId} token={token} onDelete={() => props.onDelete(token)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TokenRow({ token, onDelete }: { readonly token: TokenView; readonly onDelete: () => void }) {
  const { t } = useTranslation('team');
  const now = useNow();
  const keys = useKeyNames(token.permissionCodeList);
  const { name, hint, usedAt, usedFrom, expiresAt } = token;
  return (
    <tr>
      <td>
        <span className={styles.name}>{name}</span>
        <span className={section.second}>pasar_…{hint}</span>
      </td>
      <td data-tip={keys.all}>{keys.short}</td>
      <td>
        <ShopsOf held={token} />
      </td>
      <td>
        {usedAt === null ? t('token.unused') : fullTime(usedAt)}
        <span className={section.second}>{usedFrom}</span>
      </td>
      <td>{expiresAt <= now ? t('token.ended') : dayOf(expiresAt)}</td>
      <td>
        <Button kind="plain" aria-label={t('token.deleteNamed', { name })} onClick={onDelete}>
          {t('delete')}
        </Button>
      </td>
    </tr>
  );
}
