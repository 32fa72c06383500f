/** As nodemailer throws it; `response` holds every line of the server's reply, `command` is what it replied to. */
type SmtpError = { responseCode?: number; command?: string; response?: string };

/** Whether the mailbox was refused for good. Other refusals are about this installation. Words count, because many servers give no code of RFC 3463. */
export function isRefusal(error: unknown): boolean {
  const { responseCode = 0, command = '', response = '' } = error as SmtpError;
  if (responseCode < 500 || !['RCPT TO', 'DATA'].includes(command)) return false;
  const codes = response.match(statusCode) ?? [];
  if (codes.some((code) => code.startsWith('5.7.') || code === senderMailbox || code === senderSystem)) return false;
  if (codes.some((code) => code !== someAddress && /^5\.[12]\./.test(code))) return true;
  const words = response.replace(namesInIt, ' ');
  if (unknownAtMicrosoft.test(response)) return true;
  if (aboutUs.test(words)) return false;
  return aboutRecipient.test(words) || (command === 'RCPT TO' && [550, 551, 553].includes(responseCode));
}

const statusCode = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?!\.?\d)/g;
const senderMailbox = '5.1.7';
const senderSystem = '5.1.8';
const someAddress = '5.1.0';
const namesInIt = /\S*@\S*|https?:\S+|\b[\w-]+(\.[\w-]+)+\b/g;
/** Exchange Online says it of addresses that are in no directory. */
const unknownAtMicrosoft = /\b5\.4\.1 recipient address rejected: access denied/i;
const aboutUs =
  /relay|rcpthosts|polic|spam|junk|block|black|dnsbl|\brbl\b|reputation|virus|malware|denied|prohibit|not (permitted|allowed)|authenticat|authori[sz]|sender|\b(spf|dkim|dmarc|helo|ptr|tls|rate)\b|reverse dns|too many|sending (limit|quota)/i;
const aboutRecipient =
  /mailbox|recipient|quota|(user|address|account|host|domain)s? (is |was )?(unknown|not found|disabled|inactive)|(unknown|no such|invalid) (user|address|account|host|domain|local)|(does not|doesn['’]t) (exist|have)|unrouteable/i;
