import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { queryClient } from '../../core/data/query-client.ts';
import { t } from '../../core/document/app-translations.ts';
import { late } from '../../core/document/late.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { secondFactorsQuery } from './second-factors-query.ts';

const AddFactor = late(async () => (await import('./add-factor.tsx')).AddFactor);
const RecoveryCodes = late(async () => (await import('./add-factor.tsx')).RecoveryCodes);
const ProveForm = late(async () => (await import('./prove-form.tsx')).ProveForm);

/** What only administrators see who have proved a second factor in this session. The first visit sets one up. */
export function ProvedOnly({ children }: { children: ReactNode }) {
  const [newCodes, setNewCodes] = useState<string[]>([]);
  const [wasProved, setWasProved] = useState(false);
  const factors = useQuery(secondFactorsQuery);
  const read = () => queryClient.invalidateQueries(secondFactorsQuery);
  const isMissing = factors.data && factors.data.proof === 'missing' && !wasProved;
  if (isMissing === false && !wasProved) setWasProved(true);
  useFocusOnStep(newCodes.length > 0 ? 'codes' : isMissing?.toString());
  if (newCodes.length > 0) {
    return (
      <Narrow title={t('secondFactor.recovery')}>
        <RecoveryCodes codes={newCodes} onDone={() => setNewCodes([])} />
      </Narrow>
    );
  }
  return (
    <Loaded query={factors} failure={t('secondFactor.failed')}>
      {({ proof, passkeys, authenticatorApp }) => {
        // A proof that ends elsewhere takes nothing typed away: what the page calls asks for a new one.
        if (proof !== 'missing' || wasProved) return children;
        if (passkeys.length > 0 || authenticatorApp) {
          return (
            <Narrow title={t('secondFactor.prove')}>
              <p>{t('secondFactor.proveText')}</p>
              <ProveForm withPasskey={passkeys.length > 0} onProved={read} />
            </Narrow>
          );
        }
        const onAdded = (codes: string[]) => {
          setNewCodes(codes);
          return read();
        };
        return (
          <Narrow title={t('secondFactor.setUp')}>
            <p>{t('secondFactor.setUpText')}</p>
            <AddFactor onAdded={onAdded} />
          </Narrow>
        );
      }}
    </Loaded>
  );
}

/** What comes after a form that is gone begins at its heading, for the keyboard and for screen readers. */
function useFocusOnStep(step: string | undefined): void {
  const last = useRef(step);
  useEffect(() => {
    const isNext = last.current !== undefined && step !== undefined && last.current !== step;
    if (isNext) document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
    last.current = step;
  }, [step]);
}

function Narrow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-6">
      <PageHeading>{title}</PageHeading>
      {children}
    </div>
  );
}
