export const maxPersonNameLength = 80;
export const maxEmailLength = 320;
