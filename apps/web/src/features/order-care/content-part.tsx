import type { OrderCareContentView } from '@pasar/api';
import { COUNTRIES, type Country, ORDER_CARE_KINDS, type OrderCareKind } from '@pasar/domain';
import { useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import type { DraftVariants } from '../../base/parts/parts-draft.ts';
import { useCountryName } from '../../base/texts/country-name.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { ContentForm } from './content-form.tsx';
import { type ContentPlace, contentAt, keyOf } from './content-use.ts';
import { CONTENTS } from './look-ups.ts';
import styles from './order-care.module.css';
import { KIND_TEXTS, STAGE_TEXTS } from './texts.ts';

type Edits = ReadonlyMap<string, DraftVariants>;

interface ContentPartProps {
  readonly kind: OrderCareKind;
  readonly isMain: boolean;
  readonly onKind: (kind: OrderCareKind) => void;
}

/** What buyers get, by kind and country. What is not saved yet stays while another place is shown. */
export function ContentPart(props: ContentPartProps) {
  const look = useLookUp(CONTENTS, {});
  return <LookedUpPart look={look} draw={({ contents }) => <Contents {...props} contents={contents} />} />;
}

interface ContentsProps extends ContentPartProps {
  readonly contents: readonly OrderCareContentView[];
}

function Contents({ kind, isMain, onKind, contents }: ContentsProps) {
  const { t } = useTranslation('orderCare');
  const [edits, setEdits] = useState<Edits>(new Map());
  const [chosen, setChosen] = useState<ContentPlace>({ kind, country: null });
  const place: ContentPlace = chosen.kind === kind ? chosen : { kind, country: null };
  const key = keyOf(place);
  const edit = (variants: DraftVariants | null) => {
    const next = new Map(edits);
    if (variants === null) next.delete(key);
    else next.set(key, variants);
    setEdits(next);
  };
  return (
    <div className={styles.content}>
      <Kinds {...{ kind, contents, edits, onKind }} />
      <div className={styles.written}>
        {!isMain && <p className={styles.wait}>{t('mainOnly')}</p>}
        <header className={styles.place}>
          <h2 className={styles.title}>{t(KIND_TEXTS[kind])}</h2>
          <p className={styles.hint}>{t(STAGE_TEXTS[kind])}</p>
        </header>
        <Places {...{ place, contents, edits, isMain, onCountry: (country) => setChosen({ kind, country }) }} />
        <ContentForm
          key={key}
          place={place}
          content={contentAt(contents, place)}
          general={contentAt(contents, { kind, country: null })}
          isMain={isMain}
          edited={edits.get(key) ?? null}
          onEdit={edit}
          onRemoved={() => {
            edit(null);
            setChosen({ kind, country: null });
          }}
        />
      </div>
    </div>
  );
}

function Kinds(props: Omit<ContentsProps, 'isMain'> & { readonly edits: Edits }) {
  const { t } = useTranslation('orderCare');
  const { contents, edits } = props;
  const stateOf = (kind: OrderCareKind) => {
    if ([...edits.keys()].some((key) => key.startsWith(`${kind}/`))) return t('content.unsaved');
    const count = contents.filter((one) => one.kind === kind && one.country !== null).length;
    if (contentAt(contents, { kind, country: null }) === null && count === 0) return t('content.none');
    return count === 0 ? t('content.written') : t('content.countries', { count });
  };
  return (
    <ul className={styles.chooser} aria-label={t('send.kind')}>
      {ORDER_CARE_KINDS.map((one) => (
        <li key={one}>
          <button
            type="button"
            className={styles.choice}
            aria-pressed={one === props.kind}
            onClick={() => props.onKind(one)}
          >
            <span>{t(KIND_TEXTS[one])}</span>
            <small className={styles.second}>{stateOf(one)}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** For which countries there is a content: all that have no own, those that have one, and one that may be added. */
function Places(props: {
  readonly place: ContentPlace;
  readonly contents: readonly OrderCareContentView[];
  readonly edits: Edits;
  readonly isMain: boolean;
  readonly onCountry: (country: Country | null) => void;
}) {
  const { t } = useTranslation('orderCare');
  const countryName = useCountryName();
  const shops = useDeskState((state) => state.shops);
  const { place, contents, edits, onCountry } = props;
  const { kind } = place;
  const isListed = (country: Country) =>
    country === place.country || contentAt(contents, { kind, country }) !== null || edits.has(keyOf({ kind, country }));
  const listed = COUNTRIES.filter(isListed);
  const ofShops = new Set([...shops.values()].map(({ country }) => country));
  const rest = COUNTRIES.filter((country) => ofShops.has(country) && !listed.includes(country));
  return (
    <fieldset className={styles.places} aria-label={t('content.for')}>
      {[null, ...listed].map((country) => (
        <Button
          key={country ?? ''}
          kind="plain"
          aria-pressed={country === place.country}
          onClick={() => onCountry(country)}
        >
          {country === null ? t('content.everywhere') : countryName(country)}
        </Button>
      ))}
      {props.isMain && rest.length > 0 && (
        <Select
          aria-label={t('content.addCountry')}
          value=""
          onChange={({ currentTarget: { value } }) => {
            const country = rest.find((one) => one === value);
            if (country !== undefined) onCountry(country);
          }}
        >
          <option value="">{t('content.addCountry')}</option>
          {rest.map((country) => (
            <option key={country} value={country}>
              {countryName(country)}
            </option>
          ))}
        </Select>
      )}
    </fieldset>
  );
}
