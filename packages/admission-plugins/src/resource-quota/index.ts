export { type QuotaRecount, type QuotaStatus, quotaRecount } from "./recount.ts";
