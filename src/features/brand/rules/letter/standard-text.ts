/**
 * The text that a firm begins with: what the General Code of Conduct under the FAIS Act (37 of 2002) requires to be
 * disclosed before advice. `____` marks what the firm must fill in.
 */
export const letterTexts: Readonly<Record<string, string>> = {
  opening: `Dear Client

Before we advise you, the Financial Advisory and Intermediary Services Act 37 of 2002 (the FAIS Act) entitles you to know with whom you are dealing, what we are licensed to do, how we are paid, and who to contact if you’re unhappy with our service. This letter sets that out for {firmName}. Please read it, ask us about anything that is not clear, and return a signed copy with your application.`,
  whoWeAre: `# Who we are

[who we are]

{managerName} {capacity} {firmName}, which accepts responsibility for the financial services rendered within that capacity, and meets the fit and proper requirements of the FAIS Act for every product listed below.`,
  services: `# The services we may render

[services]

We do not manage portfolios at our own discretion: every transaction needs your instruction. Should you need advice on a product that is not listed, we will gladly refer you to a provider who holds the licence.

[suppliers]`,
  remuneration: `# How we are paid

You will know what our advice costs, in rand, before you commit yourself to anything. Depending on the product, we are paid in one or more of these ways, all of them excluding value-added tax at the current rate:

- **Investment products.** An initial advice fee of at most ____% of the amount invested, and an annual advice fee of at most ____% of its value, both agreed with you in writing. You may end the annual fee at any time.
- **Risk and life products.** Commission paid by the insurer, up to the maximum that the regulations under the Long-term Insurance Act prescribe. It forms part of the premium that you are quoted.
- **Medical schemes.** Commission paid by the scheme, up to the maximum under the Medical Schemes Act.
- **Planning without a product.** An hourly fee of R ____, or a fixed fee agreed beforehand.

[interests]`,
  conflicts: `# Conflicts of interest

Where our interest and yours could pull apart, we avoid the situation. Where it cannot be avoided, we reduce it and tell you about it in writing at the first opportunity. No one at our firm is paid for preferring one supplier or product, or for quantity over quality. Representatives may accept no gift or hospitality beyond an immaterial financial interest of R 1 000 a year from the same third party, and each one is entered in a register. Our conflict of interest management policy is available at our office and on request.`,
  expectations: `# What you may expect, and what we ask of you

- We advise on the basis of your needs, objectives, financial situation and risk profile, and give you a written record of the advice. Where you ask us to look at a single need only, or leave questions open, our advice is limited accordingly, and you should consider carefully whether it suits you.
- If we recommend that you replace a product, we set out the costs, waiting periods and benefits of both.
- On most life policies you have 31 days after receiving the policy documents to cancel without penalty, as long as you have not claimed and the event insured against has not occurred.
- Please give us complete and accurate answers. A false or missing fact may lead a product supplier to decline a claim. Never sign a form that is blank or only partly filled in.
- We must verify your identity under the Financial Intelligence Centre Act 38 of 2001, and keep records of our advice for at least five years. Telephone calls may be recorded for that purpose.
- No one may ask you to waive a right or benefit that the General Code of Conduct gives you.`,
  complaints: `# If you have a complaint

1. Write to our complaints officer at {complaintsEmail}, or to the address above, and attach what supports your complaint. We will help you put it into writing if you prefer to call.
2. We acknowledge your complaint within two business days, and tell you who is looking into it.
3. You receive our decision with full reasons in writing, within six weeks at the latest.
4. If six weeks have passed, or you do not accept our decision, you may turn to the FAIS Ombud. You have six months from our final response to do so, and the service is free of charge.

[ombud]`,
  personalInformation: `# Your personal information

We process your personal information under the Protection of Personal Information Act 4 of 2013 (POPIA): to identify you, to analyse your needs, to obtain quotations, to carry out your instructions, and to meet our legal duties. We share it only with the product suppliers, administrators and authorities that these purposes call for, and protect it with appropriate technical and organisational measures. You may ask to see, correct or delete what we hold, subject to the five years for which the law obliges us to keep it, and may object to direct marketing at any time. Our information officer can be reached at {supportEmail}; the Information Regulator at 010 023 5200 or POPIAComplaints@inforegulator.org.za.`,
}
