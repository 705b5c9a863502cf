"""Two kinds of import contract that import-linter does not bring along."""

import sys

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output

Link = tuple[str, str]


def _within(name: str, packages: list[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def _check(broken: list[Link]) -> ContractCheck:
    return ContractCheck(kept=not broken, metadata={"broken": sorted(broken)})


def _render(check: ContractCheck) -> None:
    for importer, imported in check.metadata["broken"]:
        output.print_error(f"- {importer} imports {imported}")
    output.new_line()


class OnlyExternalContract(Contract):
    """The modules import nothing from outside but the allowed packages and the standard library."""

    type_name = "only_external"

    modules = fields.ListField(subfield=fields.StringField())
    allowed = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        fine = {*self.allowed, *sys.stdlib_module_names, *self.session_options["root_packages"]}
        return _check(
            [
                (importer, imported)
                for importer in graph.modules
                if _within(importer, self.modules)
                for imported in graph.find_modules_directly_imported_by(importer)
                if imported.partition(".")[0] not in fine
            ]
        )

    def render_broken_contract(self, check: ContractCheck) -> None:
        _render(check)


class OnlyImportersContract(Contract):
    """The external package is imported directly by the given modules only."""

    type_name = "only_importers"

    package = fields.StringField()
    importers = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        if self.package not in graph.modules:
            return _check([])
        return _check(
            [
                (importer, self.package)
                for importer in graph.find_modules_that_directly_import(self.package)
                if not _within(importer, self.importers)
            ]
        )

    def render_broken_contract(self, check: ContractCheck) -> None:
        _render(check)
