import type { z } from 'zod';
import type { Services } from '../server/services.ts';
import { accountFunctions } from './accounts.ts';
import { adminSearchFunctions } from './admin-search.ts';
import { auditFunctions } from './audit.ts';
import { callDefined } from './call.ts';
import { checkoutFunctions } from './checkout.ts';
import type { Caller, FunctionDefinition, Refusal } from './define.ts';
import { earlierNames } from './earlier-names.ts';
import { fileFunctions } from './files.ts';
import { finderFunctions } from './finder.ts';
import { finderConversationFunctions } from './finder-conversation.ts';
import { firstStepFunctions } from './first-steps.ts';
import { healthFunctions } from './health.ts';
import { invitationFunctions } from './invitations.ts';
import { itemAdminFunctions, tagAdminFunctions } from './item-admin.ts';
import { itemFileFunctions } from './item-files.ts';
import { itemStateFunctions } from './item-states.ts';
import { itemFunctions, scanFunctions } from './items.ts';
import { labelTemplateFunctions } from './label-templates.ts';
import { mailedLinkFunctions } from './mailed-links.ts';
import { messageFunctions } from './messages.ts';
import { moderationFunctions } from './moderation.ts';
import { mailFunctions, notificationFunctions } from './notifications.ts';
import { orderNoteFunctions } from './order-notes.ts';
import { orderPaymentFunctions } from './order-payments.ts';
import { orderWorkFunctions } from './order-work.ts';
import { orderFunctions } from './orders.ts';
import { pageFailureFunctions } from './page-failures.ts';
import { pageFunctions } from './pages.ts';
import { peopleFunctions } from './people.ts';
import { printFunctions } from './print.ts';
import { privateLinkFunctions } from './private-link.ts';
import { replyNotificationFunctions } from './reply-notifications.ts';
import { contactFunctions, reportFunctions } from './reports.ts';
import { reviewFunctions } from './reviews.ts';
import { secondFactorFunctions } from './second-factor.ts';
import { settingsFunctions } from './settings.ts';
import { sharingFunctions } from './sharing.ts';
import { shopFunctions } from './shop.ts';
import { tableFileFunctions } from './table-files.ts';
import { tagBatchFunctions } from './tag-batches.ts';
import { tagFunctions } from './tags.ts';
import { todayFunctions } from './today.ts';

const defined = {
  ...finderFunctions,
  ...finderConversationFunctions,
  ...privateLinkFunctions,
  ...replyNotificationFunctions,
  ...reportFunctions,
  ...itemFunctions,
  ...itemStateFunctions,
  ...itemFileFunctions,
  ...fileFunctions,
  ...tagFunctions,
  ...printFunctions,
  ...labelTemplateFunctions,
  ...scanFunctions,
  ...messageFunctions,
  ...sharingFunctions,
  ...invitationFunctions,
  ...accountFunctions,
  ...firstStepFunctions,
  ...secondFactorFunctions,
  ...notificationFunctions,
  ...mailedLinkFunctions,
  ...settingsFunctions,
  ...pageFailureFunctions,
  ...shopFunctions,
  ...mailFunctions,
  ...todayFunctions,
  ...healthFunctions,
  ...contactFunctions,
  ...checkoutFunctions,
  ...orderFunctions,
  ...orderWorkFunctions,
  ...orderPaymentFunctions,
  ...orderNoteFunctions,
  ...moderationFunctions,
  ...pageFunctions,
  ...reviewFunctions,
  ...peopleFunctions,
  ...tagBatchFunctions,
  ...itemAdminFunctions,
  ...tagAdminFunctions,
  ...adminSearchFunctions,
  ...auditFunctions,
  ...tableFileFunctions,
};

type Defined = typeof defined;

export type FunctionName = keyof Defined;
export type OpenFunctionName = {
  [Name in FunctionName]: Defined[Name]['route'] extends undefined ? Name : never;
}[FunctionName];
export type FunctionInput<Name extends FunctionName> = z.input<Defined[Name]['input']>;
export type FunctionOutput<Name extends FunctionName> = z.output<Defined[Name]['output']>;

export type NamedFunction = (typeof functions)[number];

/** Everything that can be done, by whom (docs/api.md is generated from this list). */
export const functions = Object.entries(defined).map(([name, definition]) => ({
  name: name as FunctionName,
  ...(definition as unknown as FunctionDefinition),
}));

const byName = new Map<string, NamedFunction>(functions.map((each) => [each.name, each]));

function findByName(name: string): NamedFunction | undefined {
  return byName.get(earlierNames[name] ?? name);
}

export function findOpenFunction(name: string): NamedFunction | undefined {
  const definition = findByName(name);
  return definition?.route === undefined ? definition : undefined;
}

export function findFileFunction(name: string): NamedFunction | undefined {
  const definition = findByName(name);
  return definition?.takesFile ? definition : undefined;
}

/** Calls a function in-process, as the pages do. What was typed comes as it is: the function parses it. */
export async function call<Name extends FunctionName>(
  name: Name,
  caller: Caller,
  data: { [Field in keyof FunctionInput<Name>]?: unknown },
  services: Services,
): Promise<FunctionOutput<Name> | Refusal> {
  const definition = byName.get(name);
  if (!definition) throw new Error(`there is no function ${name}`);
  return callDefined(definition, caller, data, services) as Promise<FunctionOutput<Name> | Refusal>;
}
