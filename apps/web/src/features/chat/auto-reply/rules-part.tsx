import type { CALLS, CallOutput } from '@pasar/api';
import { type ReactNode, useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { LookedUpPart } from '../../../base/looked-up.tsx';
import { shopName } from '../../../base/shops/health.ts';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Empty } from '../../../ui/empty.tsx';
import styles from './auto-reply.module.css';
import { KeywordTable } from './keyword-table.tsx';
import { REPLY_SETTINGS } from './look-ups.ts';
import { GiveOwnRules, RemoveOwnRules } from './own-rules.tsx';
import { countriesAt, keyOf, type Place, settingOf } from './place.ts';
import { PlaceField } from './place-field.tsx';
import type { SettingDraft } from './setting-draft.ts';
import { SettingForm } from './setting-form.tsx';

type Edits = Partial<SettingDraft>;

/** The rules of a country or a shop. What is not saved yet stays while another place is shown. */
export function RulesPart({ isMain }: { readonly isMain: boolean }) {
  const [place, setPlace] = useState<Place>(useFirstPlace());
  const [edits, setEdits] = useState<ReadonlyMap<string, Edits>>(new Map());
  const look = useLookUp(REPLY_SETTINGS, { platform: place.platform });
  const key = keyOf(place);
  return (
    <LookedUpPart
      look={look}
      draw={(settings) => (
        <>
          <PlaceField place={place} settings={settings} edited={edits} onPlace={setPlace} />
          <Shown
            key={key}
            place={place}
            settings={settings}
            isMain={isMain}
            edits={edits.get(key) ?? {}}
            onEdits={(next) => setEdits(new Map(edits).set(key, next))}
          />
        </>
      )}
    />
  );
}

/** Where the account has shops, so that the first look shows rules that matter. */
function useFirstPlace(): Place {
  const shops = useDeskState((state) => state.shops);
  const platform = [...shops.values()][0]?.marketplace ?? 'shopee';
  const { withShops, others } = countriesAt(shops.values(), platform);
  return { platform, country: withShops[0] ?? others[0] ?? 'TH', shopId: null };
}

interface ShownProps {
  readonly place: Place;
  readonly settings: CallOutput<typeof CALLS.autoReply.getCountryAndReplySettingMap>;
  readonly isMain: boolean;
  readonly edits: Edits;
  readonly onEdits: (edits: Edits) => void;
}

function Shown({ place, settings, isMain, edits, onEdits }: ShownProps) {
  const { t } = useTranslation('autoReply');
  const countryName = useCountryName();
  const shop = useDeskState(({ shops }) => (place.shopId === null ? null : (shops.get(place.shopId) ?? null)));
  const country = countryName(place.country);
  const setting = settingOf(settings, place);
  const { shopId } = place;
  const frame = (action: ReactNode, content: ReactNode) => (
    <section className={styles.place} aria-label={shop === null ? t('place.all', { country }) : shopName(shop)}>
      <header className={styles.placeHead}>
        <h3>{shop === null ? t('place.all', { country }) : shopName(shop)}</h3>
        {action}
      </header>
      {content}
    </section>
  );
  if (shopId !== null && setting === null) {
    return frame(
      null,
      <Empty icon="shop" title={t('own.none', { country })} text={t('own.noneText', { country })}>
        {isMain && <GiveOwnRules shopId={shopId} country={country} />}
      </Empty>,
    );
  }
  return frame(
    shopId !== null && isMain && <RemoveOwnRules shopId={shopId} country={country} />,
    <>
      <SettingForm place={place} setting={setting} shop={shop} isMain={isMain} edits={edits} onEdits={onEdits} />
      <KeywordTable place={place} rules={setting?.keywords ?? []} shop={shop} isMain={isMain} />
    </>,
  );
}
