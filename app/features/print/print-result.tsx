import type { FunctionInput, FunctionOutput } from '../../../functions/list.ts';
import { itemsPath, printPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { LinkButton, TextLink } from '../../../ui/button.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { t } from '../../core/document/app-translations.ts';
import { fetchFile, type MadeFile } from '../../core/files/files.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { untaggedQuery } from './item-choice.tsx';
import { NoRoomAfterAll } from './sheets.tsx';

export type Result = MadeFile & {
  sheet: string;
  notWhole?: FunctionOutput<'checkPrintedNames'> | 'unchecked' | undefined;
};

export function PrintResult({ href, name, sheet, notWhole }: Result) {
  const { firstSteps } = useUser();
  const isPdf = name.endsWith('.pdf');
  return (
    <>
      <Alert tone="success" title={isPdf ? t('print.ready') : t('print.fileReady')}>
        {isPdf ? (
          <LinkButton href={href} target="_blank">
            {t('print.open')}
          </LinkButton>
        ) : (
          <LinkButton href={href} download={name}>
            {t('print.download')}
          </LinkButton>
        )}
      </Alert>
      {firstSteps && isPdf && <TextLink href={itemsPath()}>{t('firstSteps.next')}</TextLink>}
      {notWhole === 'unchecked' && <Alert>{t('print.namesUnchecked')}</Alert>}
      {notWhole && notWhole !== 'unchecked' && <NotWhole {...notWhole} sheet={sheet} />}
    </>
  );
}

type NotWholeProps = FunctionOutput<'checkPrintedNames'> & { sheet: string };

function NotWhole({ sheet, noRoom, noLetters, letters }: NotWholeProps) {
  return (
    <>
      <NoRoomAfterAll sheet={sheet} letters={letters} />
      {noRoom.length > 0 && <Names title={t('print.noRoom')} names={noRoom} />}
      {noLetters.length > 0 && <Names title={t('print.noLetters')} names={noLetters} />}
    </>
  );
}

function Names({ title, names }: { title: string; names: string[] }) {
  return (
    <Alert title={title}>
      <ul className="max-h-40 list-disc overflow-y-auto ps-5">
        {[...new Set(names)].map((name) => (
          <li key={name} className="wrap-anywhere">
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

export async function fetchChecked(order: FunctionInput<'printTags'>): Promise<Result> {
  const { items = [] } = order;
  // Nothing is left out in silence: this is shown above, or the order fails.
  if (items !== 'blank' && !Array.isArray(items)) await queryClient.fetchQuery(untaggedQuery(items));
  const [file, notWhole] = await Promise.all([
    fetchFile(printPath(), order),
    // The file is good without it.
    order.testPage ? undefined : callFunction('checkPrintedNames', order).catch(() => 'unchecked' as const),
  ]);
  return { ...file, sheet: order.sheet, notWhole };
}
