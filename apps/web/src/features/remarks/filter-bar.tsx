import { REMARK_KINDS } from '@pasar/domain';
import type { ReactNode } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { ASSIGNEES } from '../../base/remarks/look-ups.ts';
import { KIND_TEXTS } from '../../base/remarks/remark-item.tsx';
import { scopeValues } from '../../base/shops/scope-address.ts';
import { ShopFilter } from '../../base/shops/shop-filter.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/list-page.module.css';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import { DUES, isNarrow, type RemarkFilter } from './filter.ts';

const DUE_TEXTS = { over: 'due.over', today: 'due.today', week: 'due.week' } as const;
const NONE = { kind: '', who: '', due: '', words: '', shops: '', marketplace: '', country: '' } as const;

/** What narrows the list. `children` stand at its end. */
export function FilterBar({
  filter,
  onChange,
  children,
}: {
  readonly filter: RemarkFilter;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('remarksPage');
  const { t: remarks } = useTranslation('remarks');
  const look = useLookUp(ASSIGNEES, {});
  const members = look.state === 'found' || look.state === 'stale' ? look.data.members : [];
  const choose =
    (name: string) =>
    ({ currentTarget: { value } }: { readonly currentTarget: HTMLSelectElement }) =>
      onChange({ [name]: value });
  return (
    <search className={page.filters} aria-label={t('filter')}>
      <div className={page.line}>
        <SearchBox
          label={t('search')}
          hint={t('searchHint')}
          mostLength={100}
          words={filter.words}
          onWords={(words) => onChange({ words })}
        />
        <Select aria-label={remarks('kind.label')} value={filter.kind ?? ''} onChange={choose('kind')}>
          <option value="">{t('kind.all')}</option>
          {REMARK_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {remarks(KIND_TEXTS[kind])}
            </option>
          ))}
        </Select>
        <ShopFilter scope={filter.scope} onChange={(part) => onChange(scopeValues(part))} />
        <Select aria-label={remarks('assignee.label')} value={filter.who} onChange={choose('who')}>
          <option value="">{t('who.all')}</option>
          <option value="me">{t('who.me')}</option>
          <option value="nobody">{t('who.nobody')}</option>
          {members.map(({ memberId, name }) => (
            <option key={memberId} value={memberId}>
              {name}
            </option>
          ))}
        </Select>
        <Select aria-label={remarks('due.label')} value={filter.due ?? ''} onChange={choose('due')}>
          <option value="">{t('due.all')}</option>
          {DUES.map((due) => (
            <option key={due} value={due}>
              {t(DUE_TEXTS[due])}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t('sort.label')}
          value={filter.tab === 'all' ? 'newest' : filter.sort}
          onChange={({ currentTarget: { value } }) => onChange({ sort: value === 'due' ? 'due' : '' })}
        >
          <option value="newest">{t('sort.newest')}</option>
          <option value="due" disabled={filter.tab === 'all'}>
            {t('sort.due')}
          </option>
        </Select>
        {isNarrow(filter) && (
          <Button kind="link" onClick={() => onChange(NONE)}>
            {t('clear')}
          </Button>
        )}
        <span className={page.space} />
        {children}
      </div>
    </search>
  );
}
