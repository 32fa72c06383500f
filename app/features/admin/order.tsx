import { formatMoney } from '../../../domain/shop/contract/money.ts';
import type { OrderForAdmin } from '../../../domain/shop/contract/order-view.ts';
import { adminOrdersPath, orderInvoicePath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { whenOf } from '../../widgets/dates.ts';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { Section, Subject } from './admin-page.tsx';
import { When } from './cells.tsx';
import { type PartProps, Transfers } from './order-money.tsx';
import { AddressButton, NextSteps } from './order-steps.tsx';
import { adminKeys, orderQuery } from './queries.ts';

export function Order({ id }: { id: string }) {
  const t = useTranslations();
  return (
    <Subject
      back={{ label: t('orderAdmin.title'), href: adminOrdersPath() }}
      query={orderQuery(id)}
      failure={t('orderAdmin.orderFailed')}
      missing={t('orderAdmin.noSuchOrder')}
    >
      {(shown) => (
        <>
          <PageHeading>{t('orderAdmin.order', { number: String(shown.number) })}</PageHeading>
          <p role="status" className="text-xl font-bold">
            {t('orderAdmin.state', { state: shown.state })}
          </p>
          {shown.withdrawnAt && (
            <Alert tone={shown.paidMinor > 0 ? 'error' : 'info'} title={t('orderAdmin.withdrawn')}>
              <p>{t(wordsOfWithdrawal(shown))}</p>
            </Alert>
          )}
          <Problems id={id} order={shown} />
          <NextSteps id={id} order={shown} />
          <Facts id={id} order={shown} />
        </>
      )}
    </Subject>
  );
}

function wordsOfWithdrawal({ paidMinor, canCancel }: OrderForAdmin) {
  if (paidMinor > 0) return 'orderAdmin.withdrawnText';
  return canCancel ? 'orderAdmin.withdrawnFree' : 'orderAdmin.withdrawnSettled';
}

function Problems({ id, order: { problems } }: PartProps) {
  const t = useTranslations();
  return problems.map((problem) => {
    const { reason, amountMinor: minor, currency, reference } = problem;
    return (
      <Alert key={problem.id} tone="error" title={t('orderAdmin.problemTitle')}>
        <p>{t('orderAdmin.problem', { reason, sum: formatMoney({ minor, currency }, t.language) })}</p>
        {reason !== 'overpaid' && <p className="wrap-anywhere">{t('orderAdmin.problemReference', { reference })}</p>}
        <ConfirmButton
          label={t('orderAdmin.accept')}
          question={t('orderAdmin.acceptQuestion')}
          verbVariant="primary"
          text={t('orderAdmin.acceptText')}
          changes={[adminKeys.orders]}
          action={() => callFunction('acceptPayment', { id, problem: problem.id })}
        />
      </Alert>
    );
  });
}

function Facts({ id, order }: PartProps) {
  const t = useTranslations();
  const { lines, currency, email, addressLines, deliveryMinor, totalMinor, paidMinor, steps, dueAt } = order;
  const money = (minor: number) => formatMoney({ minor, currency }, t.language);
  return (
    <>
      <Section id="goods" title={t('orderAdmin.goods')} className="grid grid-cols-1 gap-2">
        <ul className="grid gap-1">
          {lines.map((line) => (
            <li key={line.name} className="wrap-anywhere">
              {t('orderAdmin.line', { quantity: line.quantity, name: line.name, sum: money(line.totalMinor) })}
            </li>
          ))}
        </ul>
        <p>{t('orderAdmin.delivery', { sum: money(deliveryMinor) })}</p>
        <p className="font-bold">{t('orderAdmin.total', { sum: money(totalMinor) })}</p>
        <p>{t('orderAdmin.paid', { sum: money(paidMinor) })}</p>
        {order.refunds.map(({ amountMinor, at }) => (
          <p key={at}>{t('orderAdmin.refundedOn', { sum: money(amountMinor), day: whenOf(at) })}</p>
        ))}
        {order.state === 'placed' && <p>{t('orderAdmin.due', { day: whenOf(dueAt) })}</p>}
      </Section>
      {order.transfers.length > 0 && <Transfers id={id} order={order} />}
      {order.invoices.length > 0 && (
        <Section id="invoices" title={t('orderAdmin.invoices')} className="grid grid-cols-1 gap-2">
          <ul className="grid gap-2">
            {order.invoices.map(({ number, kind }) => (
              <li key={number}>
                <a href={orderInvoicePath(id, String(number))}>
                  {t('orderAdmin.invoice', { kind, number: String(number) })}
                </a>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section id="buyer" title={t('orderAdmin.buyer')} className="grid grid-cols-1 gap-2">
        <address className="wrap-anywhere whitespace-pre-line not-italic">{addressLines.join('\n')}</address>
        {order.canReaddress && <AddressButton id={id} order={order} />}
        <p className="wrap-anywhere" dir="ltr">
          <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
        </p>
        {order.isMailFailing && <p className="font-bold">{t('orderAdmin.mailFailed')}</p>}
      </Section>
      <Section id="steps" title={t('orderAdmin.steps')} className="grid grid-cols-1 gap-2">
        <ol className="grid gap-1">
          {steps.map(({ kind, actor, at }) => (
            <li key={at + kind}>
              <When at={at} />: {t('orderAdmin.step', { kind, actor })}
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}
