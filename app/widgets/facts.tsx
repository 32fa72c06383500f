import { Fragment, type ReactNode } from 'react';

export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className="grid gap-x-6 sm:grid-cols-[fit-content(60%)_1fr] sm:gap-y-1">
      {Object.entries(facts).map(([name, value]) => (
        <Fragment key={name}>
          <dt className="font-[650] wrap-anywhere">{name}</dt>
          <dd className="mb-3 wrap-anywhere sm:mb-0">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
